"""A second implementation of what Heron publishes, in plain Python 3, written from the published data alone."""
