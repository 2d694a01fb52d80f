"""One session of an export in order: links, history, answers, findings, head and count."""
from datetime import datetime

from .canonical import same
from .export_lines import known_format
from .policy import EMPTY_HISTORY, advance_history

_DAY = 24 * 60 * 60
_TIMEOUT_OF = {'approval_timeout': 'STEP_UP', 'context_timeout': 'DEFER', 'human_declined': 'STEP_UP'}
_DECLARED = {'advisory': ('shadow_window', 30 * _DAY), 'suspended': ('break_glass', _DAY)}
_ANSWERED = {'APPROVE': 'approval.granted', 'DECLINE': 'approval.declined'}
# A decision that was on its way as a declaration was ended may still name it.
_GRACE = 60
_WORLD = ('EXECUTED', 'FAILED', 'ABANDONED')


def _seconds(time):
    return datetime.fromisoformat(time.replace('Z', '+00:00')).timestamp()


class Session:
    def __init__(self, entry, known, expect, log, header):
        self.entry, self.id = entry, entry['session']
        self.record = entry['record'] if known else None
        self.expect, self.log = expect, log
        self.generated_at = None if header is None else header['generated_at']
        self.head, self.count = entry['genesis_hash'], 0
        self.hashes = [self.head]
        self.history = EMPTY_HISTORY
        self.agent_version = None
        self.seqs, self.decisions, self.actions = set(), set(), {}
        self.open = {}
        self.due = set()
        self.closed, self.closing = False, None

    def action(self, entry, judged):
        record = entry['record']
        decision, evaluation = entry['decision']['payload'], entry['evaluation']['payload']
        self.expect('chains.links', entry['prev_hash'] == self.head)
        self.head, self.count = entry['record_hash'], self.count + 1
        self.hashes.append(self.head)
        if known_format(record):
            self.expect('chains.links', record['session'] == self.id)
            self.expect('chains.links', record['seq'] not in self.seqs and record['action'] not in self.actions)
            self.seqs.add(record['seq'])
            self._grounds(entry, judged)
        if not judged:
            self.history = None
            return
        self.expect('chains.links', decision['position'] == self.count and decision['decision'] not in self.decisions)
        self.decisions.add(decision['decision'])
        self._actor(decision, evaluation)
        if self.history is not None:
            self.expect('receipts.history', same(self.history, evaluation['history']))
            self.history = advance_history(self.history, evaluation)
        answered = evaluation['approval_match'] == 'applies'
        self.expect('receipts.history', self._answers(decision, evaluation, answered))
        if decision['verdict'] in ('STEP_UP', 'MODIFY', 'DEFER'):
            self.open[record['action']] = {'decision': decision, 'lifted': False, 'answered': False, 'timed_out': False}

    def _actor(self, decision, evaluation):
        if self.agent_version is None:
            self.agent_version = decision['agent_version']
        if self.record is not None:
            actor = [decision['agent'] == self.record['agent'], same(decision['principal'], self.record['principal'])]
            actor.append(decision['agent_version'] == self.agent_version)
            self.expect('receipts.binding', all(actor))
        self.expect('receipts.binding', self._declared(decision))
        self.expect('receipts.binding', self._logged_answer(decision, evaluation))

    def _declared(self, decision):
        """Whether what a decision leans on was declared in the log, and in force as it was made."""
        effect, name = decision['enforcement']['effect'], decision['enforcement']['declared_by']
        if name is None:
            return True
        subject, longest = _DECLARED.get(effect, (None, 0))
        record = self.log.get(name)
        if record is None or record['act'] != f'{subject}.declared':
            return False
        start, until, at = record['at'], (record['after'] or {}).get('until'), _seconds(decision['decided_at'])
        try:
            in_force = _seconds(start) <= at < _seconds(until) <= _seconds(start) + longest
        except (AttributeError, ValueError):
            return False
        ends = [r['at'] for r in self.log.values() if (r['act'], r['subject']) == (f'{subject}.ended', record['subject'])]
        return in_force and (not ends or at <= _seconds(ends[0]) + _GRACE)

    def _logged_answer(self, decision, evaluation):
        """Whether the dashboard's answer that an evaluation leans on stands in the log, given before; and no other does."""
        approval = evaluation['classification']['approval']
        if approval is None or approval['kind'] != 'operator':
            return evaluation['approval_match'] != 'applies' or not self._declined_before(decision)
        record = self.log.get(approval['entry_hash'], {})
        told = [record.get(name) for name in ('act', 'subject', 'actor')]
        said = [_ANSWERED[approval['human_decision']], f"action:{approval['resolves_action']}", approval['approver']]
        return told == said and record['at'] <= decision['decided_at']

    def _answers(self, decision, evaluation, answered):
        """Whether a call may answer the one that it says it answers."""
        if decision['resolves'] is None:
            return not answered
        target = self.open.get(decision['resolves'])
        approval = evaluation['classification']['approval']
        heard = approval is not None and approval['kind'] == 'operator'
        if target is None or target['answered']:
            return False
        target['answered'] = True
        if not (answered or heard):
            return True
        asked = target['decision']
        if asked['verdict'] != 'STEP_UP' or any(asked[name] != decision[name] for name in ('tool', 'args_hash')):
            return False
        target['lifted'] = evaluation['result']['verdict'] == 'ALLOW'
        return True

    def resolution(self, payload):
        target = self.open.get(payload['action'])
        fits = (
            payload['session'] == self.id
            and target is not None
            and target['decision']['decision'] == payload['decision']
            and target['decision']['verdict'] == _TIMEOUT_OF[payload['reason']]
            and not target['timed_out']
            and not target['lifted']
            and (payload['reason'] != 'human_declined' or self._was_declined(payload['action']))
        )
        if self.expect('receipts.history', fits):
            target['timed_out'] = True

    def _was_declined(self, action):
        return len(self._declines(action)) > 0

    def _declined_before(self, decision):
        """What the vendor says of a person lifts nothing that an operator declined before."""
        declines = self._declines(decision['resolves'])
        return len(declines) > 0 and _seconds(decision['decided_at']) > _seconds(declines[0]) + _GRACE

    def _declines(self, action):
        told = ('approval.declined', f'action:{action}')
        return [record['at'] for record in self.log.values() if (record['act'], record['subject']) == told]

    def close(self, payload):
        """A close receipt; None for one of an unknown version."""
        self.closed, self.closing = True, payload

    def _grounds(self, entry, judged):
        """Which findings a call bears out, and which must stand by now."""
        action, statements = entry['record']['action'], entry['statements']
        decision = entry['decision']['payload']
        kinds = set()
        if judged:
            verdict = decision['verdict']
            world = any(s['signature_valid'] and s['statement']['outcome'] in _WORLD for s in statements)
            if verdict != 'ALLOW' and decision['enforcement']['effect'] == 'enforced' and world:
                kinds.add(f'EXECUTED_DESPITE_{verdict}')
            inference = entry['evaluation']['payload']['classification']['inference']
            if inference is not None and inference['contradicts']:
                kinds.add('INTENT_CONTRADICTION')
        settled = False
        if judged and self.generated_at is not None:
            times = [decision['decided_at'], *(statement['received_at'] for statement in statements)]
            settled = max(map(_seconds, times)) + _DAY < _seconds(self.generated_at)
        if settled:
            self.due |= {(action, kind) for kind in kinds}
        if any(not statement['signature_valid'] for statement in statements):
            kinds.add('INVALID_VENDOR_SIGNATURE')
            self.due.add((action, 'INVALID_VENDOR_SIGNATURE'))
        self.actions[action] = (kinds, len(statements) > 0, judged)

    def finding(self, entry):
        kind, action = entry['kind'], entry['action']
        self.due.discard((action, kind))
        if action is None:
            self.expect('evidence.findings', kind == 'BROKEN_CHAIN' and entry['catalog_hash'] is None)
            return
        if action not in self.actions:
            self.expect('evidence.findings', False)
            return
        kinds, stated, judged = self.actions[action]
        if kind == 'MISSING_EXECUTION':
            stands = not stated or entry['cleared_at'] is not None
        elif kind == 'LATE_EVIDENCE':
            stands = stated
        elif kind == 'BROKEN_CHAIN':
            stands = True
        else:
            stands = kind in kinds
        # A ground may lie in a receipt of a version that we cannot read.
        self.expect('evidence.findings', not judged or (stands and entry['catalog_hash'] is None))

    def finish(self):
        entry, payload = self.entry, self.closing
        heads = [entry['head_hash'] == self.head, entry['actions'] == self.count]
        heads.append((entry['state'] == 'closed') == self.closed)
        if payload is not None:
            told = [payload['session'], payload['head_hash'], payload['actions']]
            heads.append(told == [self.id, self.head, self.count])
        self.expect('chains.heads', all(heads))
        self.expect('evidence.findings', not self.due)
        return {'session': self.id, 'head_hash': self.head, 'actions': self.count}
