"""The file that ``release init`` writes: a release to be filled in, of which nothing is known yet.

Its names are the reference's, to the letter. It has no evidence, so as it stands it authorizes nothing.
"""

from bridge.reason.release.model import RELEASE_V1, ReleaseAuthorization, ReleaseMission, ReleaseTarget


def starter(at: str) -> ReleaseAuthorization:
    """The starter of a time, which is its evaluation time, when its mission was issued and its action proposed."""
    return ReleaseAuthorization(
        schema=RELEASE_V1,
        evaluation_time=at,
        mission=ReleaseMission(
            id="mission_release_150",
            principal="user:release-owner",
            instruction_digest="sha256:6000298698a1bb97ac6e88e1e889cf69fa8ea9b4ab4a9ca2067d1d6f15f1b851",
            issued_at=at,
        ),
        release=ReleaseTarget(
            action_id="action_deploy_150",
            tool="deploy_release",
            version="1.5.0",
            commit="commit_def",
            environment="production",
            artifact_digest="sha256:" + "a" * 64,
            required_approver="release-manager",
            proposed_at=at,
        ),
    )
