"""The policy engine: deny-overrides over an implicit base, from bundle and evaluation input alone."""
from .canonical import canonical
from .data import DIMENSIONS, SOURCES
from .rules import is_frame, is_rule, is_rule_id
from .signals import is_number

_PRECEDENCE = ('DENY', 'DEFER', 'STEP_UP', 'MODIFY', 'ALLOW')
_CONFIDENCE = {'declared': 'high', 'catalogued': 'high', 'inferred': 'medium', 'derived': 'medium', 'unknown': 'low'}
_UNFIT = {
    'not_found': 'approval_not_found',
    'mismatch': 'approval_mismatch',
    'used': 'approval_used',
    'expired': 'approval_expired',
}


def _leaves(condition):
    for kind in ('all', 'any'):
        if kind in condition:
            return [leaf for part in condition[kind] for leaf in _leaves(part)]
    return _leaves(condition['not']) if 'not' in condition else [condition]


def run_signal_tests(bundle, signals):
    """Every test of the rules that can be read, once, by canonical text, with its result."""
    rules = [rule for rule in bundle['rules'] if is_rule(rule)]
    tests = {canonical(leaf): leaf for rule in rules for leaf in _leaves(rule['when']) if 'signal' in leaf}
    return [{'test': tests[key], 'result': _run(tests[key], signals)} for key in sorted(tests)]


def _run(test, signals):
    value = signals.get(test['signal'])
    if 'stated' in test:
        return (value is not None) == test['stated']
    if value is None:
        return False
    if 'one_of' in test:
        return any(isinstance(item, bool) == isinstance(value, bool) and item == value for item in test['one_of'])
    if not is_number(value):
        return None
    if 'above' in test:
        return value > test['above']
    if 'below' in test:
        return value < test['below']
    low, high = test['between']
    return low <= value <= high


class _Facts:
    def __init__(self, given):
        given = given if isinstance(given, dict) else {}
        self.classification = self._object(given.get('classification'))
        self.history = given.get('history')
        self.approval_match = given.get('approval_match')
        self.tests = {}
        results = given.get('signal_tests')
        for entry in results if isinstance(results, list) else []:
            key, result = canonical(self._object(entry).get('test')), self._object(entry).get('result')
            agreed = isinstance(result, bool) and self.tests.get(key, result) is result
            self.tests[key] = result if agreed else None

    @staticmethod
    def _object(value):
        return value if isinstance(value, dict) else {}

    def _word(self, dimension, member, vocabulary):
        value = self._object(self.classification.get(dimension)).get(member)
        return value if isinstance(value, str) and value in vocabulary else 'unknown'

    def value(self, dimension):
        return self._word(dimension, 'value', DIMENSIONS[dimension])

    def source(self, dimension):
        return self._word(dimension, 'source', SOURCES)

    def count(self, name, of):
        holder = self.history if of is None else self._object(self.history).get(name)
        if not isinstance(holder, dict):
            return None
        count = holder.get(name if of is None else of, None if of is None else 0)
        return count if is_number(count) and count >= 0 else None

    def human_decision(self):
        approval = self._object(self.classification.get('approval'))
        if approval.get('kind') not in ('answer', 'operator'):
            return None
        decision = approval.get('human_decision')
        return decision if isinstance(decision, str) else ''


def _holds(condition, facts):
    """True, False, or None where it cannot be told."""
    if 'all' in condition or 'any' in condition:
        goal = 'all' in condition
        outcomes = [_holds(part, facts) for part in condition['all' if goal else 'any']]
        if (not goal) in outcomes:
            return not goal
        return None if None in outcomes else goal
    if 'not' in condition:
        inner = _holds(condition['not'], facts)
        return None if inner is None else not inner
    if 'dimension' in condition:
        value = facts.value(condition['dimension'])
        return value in condition['in'] if 'in' in condition else value not in condition['not_in']
    if 'history' in condition:
        count = facts.count(condition['history'], condition.get('of'))
        if count is None:
            return None
        return count >= condition['at_least'] if 'at_least' in condition else count <= condition['at_most']
    return facts.tests.get(canonical(condition))


def _dimensions(rule):
    return {leaf['dimension'] for leaf in _leaves(rule['when']) if 'dimension' in leaf}


def _weakest(rule, facts):
    """Place in SOURCES; a value that is unknown rests on nothing."""
    ranks = [
        len(SOURCES) - 1 if facts.value(name) == 'unknown' else SOURCES.index(facts.source(name))
        for name in _dimensions(rule)
    ]
    return max([0, *ranks])


def _rests_on_unknown(rule, facts):
    return any('unknown' in (facts.value(name), facts.source(name)) for name in _dimensions(rule))


def _answer(verdict, rule=None, reasons=(), matched=(), confidence='low', transform=None, pending=None):
    return {
        'verdict': verdict,
        'rule': rule,
        'reasons': list(reasons),
        'matched': list(matched),
        'confidence': confidence,
        'transform': transform,
        'pending': pending,
    }


def evaluate(bundle, given):
    if not is_frame(bundle):
        return _answer('DENY', reasons=['policy_invalid'])
    sound = [rule for rule in bundle['rules'] if is_rule(rule)]
    broken = [_id_of(rule) for rule in bundle['rules'] if not is_rule(rule)]
    ids = [rule['id'] for rule in sound]
    broken += [name for name in set(ids) if ids.count(name) > 1]
    errors = list(dict.fromkeys(broken))
    facts = _Facts(given)
    matched, too_weak = [], False
    for rule in sorted(sound, key=lambda rule: rule['id']):
        if rule['id'] in broken:
            continue
        outcome = _holds(rule['when'], facts)
        if outcome is None:
            errors.append(rule['id'])
        elif outcome:
            demanded = rule.get('min_source')
            if demanded is not None and _weakest(rule, facts) > SOURCES.index(demanded):
                too_weak = True
            else:
                matched.append(rule)
    return _hear_person(_combine(matched, errors, too_weak, bundle['base'], facts), facts)


def _id_of(rule):
    name = rule.get('id') if isinstance(rule, dict) else None
    return name if is_rule_id(name) else None


def _combine(matched, errors, too_weak, base, facts):
    error_ids = sorted(name for name in errors if name is not None)
    every = sorted([*(rule['id'] for rule in matched), *error_ids])
    strongest = next((effect for effect in _PRECEDENCE if any(rule['effect'] == effect for rule in matched)), None)
    notes = ['min_source_unmet'] if too_weak else []
    if errors and strongest != 'DENY':
        first = error_ids[0] if error_ids else None
        return _answer('DENY', first, [*error_ids, 'rule_error', *notes], every)
    if strongest is None:
        return _answer(base, reasons=['no_rule', *notes])
    deciding = [rule for rule in matched if rule['effect'] == strongest]
    verdict = strongest
    if strongest == 'ALLOW':
        certain = [rule for rule in deciding if not _rests_on_unknown(rule, facts)]
        if certain:
            deciding = certain
        else:
            verdict = 'STEP_UP'
            notes = ['uncertain', *notes]
    if errors:
        notes = ['rule_error', *notes]
    first = deciding[0]
    return _answer(
        verdict,
        first['id'],
        [*(rule['id'] for rule in deciding), *error_ids, *notes],
        every,
        _CONFIDENCE[SOURCES[_weakest(first, facts)]],
        first.get('transform') if verdict == 'MODIFY' else None,
        first.get('pending') if verdict == 'DEFER' else None,
    )


def _hear_person(judged, facts):
    decision, match = facts.human_decision(), facts.approval_match
    if decision is None:
        return judged
    reasons = judged['reasons']
    if decision != 'APPROVE' or match == 'declined':
        rule = judged['rule'] if judged['verdict'] == 'DENY' else None
        refused = {'verdict': 'DENY', 'rule': rule, 'transform': None, 'pending': None}
        return {**judged, **refused, 'reasons': [*reasons, 'human_declined']}
    if match == 'applies':
        if judged['verdict'] != 'STEP_UP':
            return judged
        return {**judged, 'verdict': 'ALLOW', 'reasons': [*reasons, 'human_approved']}
    return {**judged, 'reasons': [*reasons, _UNFIT[match]]} if match in _UNFIT else judged


def match_approval(question):
    """Does a stated approval lift the step-up that it names?"""
    statement, candidate, call = question['statement'], question['candidate'], question['call']
    if statement is None or statement['kind'] == 'prior':
        return 'none'
    if statement['human_decision'] != 'APPROVE':
        return 'declined'
    if candidate is None or candidate['verdict'] != 'STEP_UP':
        return 'not_found'
    if any(candidate[name] != call[name] for name in ('session', 'tool', 'argsHash')):
        return 'mismatch'
    if candidate['state'] == 'lifted':
        return 'used'
    in_time = question['nowMs'] - candidate['decidedAtMs'] <= question['timeoutMs']
    return 'applies' if candidate['state'] == 'open' and in_time else 'expired'


EMPTY_HISTORY = {'actions': 0, 'operations': {}, 'data_classes_read': {}, 'approvals': 0}


def advance_history(history, step):
    """The history that the next action of the session is judged with."""
    operation = step['classification']['operation']['value']
    data_class = step['classification']['data_class']['value']
    allowed = step['result']['verdict'] == 'ALLOW'

    def counted(counts, name, holds):
        return {**counts, name: counts.get(name, 0) + 1} if holds else counts

    return {
        'actions': history['actions'] + 1,
        'operations': counted(history['operations'], operation, allowed),
        'data_classes_read': counted(history['data_classes_read'], data_class, allowed and operation == 'read'),
        'approvals': history['approvals'] + ('human_approved' in step['result']['reasons']),
    }
