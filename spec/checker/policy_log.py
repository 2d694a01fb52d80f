"""Which policy bundle was in force when, as the operator log tells it."""
from datetime import datetime

# Clocks of two processes, and the time from an entry's clock to its commit.
_GRACE = 60_000


def _milliseconds(time):
    return round(datetime.fromisoformat(time.replace('Z', '+00:00')).timestamp() * 1000)


def _bundle(end):
    name = (end or {}).get('policy_hash')
    return name if isinstance(name, str) else None


class PolicyLog:
    def __init__(self):
        # The bundle put in force, since when, and the bundle that it replaced; in the order of the log.
        self.changes = []
        self.known_from = float('-inf')

    def take(self, record):
        """Reads one entry of the log; False where it replaces another bundle than the one that was in force."""
        before, after = _bundle(record['before']), _bundle(record['after'])
        if after is None:
            return True
        at = _milliseconds(record['at'])
        if not self.changes:
            if before is not None:
                self.changes.append((before, float('-inf'), None))
            elif record['act'] == 'project.created':
                # Before a project's first bundle there was no other.
                at = float('-inf')
            else:
                self.known_from = at
            self.changes.append((after, at, before))
            return True
        bundle, since, replaced = self.changes[-1]
        # The log's order is the order of events.
        self.changes.append((after, max(at, since), before))
        return before in (None, bundle) or (before, after) == (replaced, bundle)

    def in_force(self, bundle, time):
        """Whether the bundle was in force then; None where the log does not say."""
        if not self.changes:
            return None
        at = _milliseconds(time)
        ends = [since for _, since, _ in self.changes[1:]] + [float('inf')]
        periods = [(since, end) for (name, since, _), end in zip(self.changes, ends) if name == bundle]
        if any(since - _GRACE <= at <= end + _GRACE for since, end in periods):
            return True
        return None if at < self.known_from + _GRACE else False
