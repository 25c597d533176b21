"""What was asked, what was answered, and what was done about it: typed questions, answers held to a bar, judgements."""
