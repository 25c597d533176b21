"""The rules behind ``shell_exfiltrates``: commands that send what is here to somewhere else."""
