"""What a memory costs as it grows: time, memory and disk, beside a bare scan in the same run."""
