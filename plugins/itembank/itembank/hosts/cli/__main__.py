"""`python -m itembank.hosts.cli`."""

from itembank.hosts.cli import main

raise SystemExit(main())
