"""Is this a rule, is this a bundle? What fails here is evaluated by nobody."""
import re

from .anchors import WHITE_SPACE
from .canonical import utf16_length
from .data import DIMENSIONS, REASONS, SOURCES, VERDICTS, VOCABULARY
from .signals import COUNTS, is_number
from .strict_json import MAX_SAFE

_RULE_ID = re.compile(r'[A-Za-z0-9][A-Za-z0-9._:-]{0,127}')
_COUNTED = {'operations': DIMENSIONS['operation'], 'data_classes_read': DIMENSIONS['data_class']}


def _known(vocabulary):
    return [word for word in vocabulary if word != 'unknown']


def _members(value, required, optional=()):
    return isinstance(value, dict) and set(required) <= set(value) <= {*required, *optional}


def _text(value):
    if not isinstance(value, str) or value.strip(WHITE_SPACE) == '' or utf16_length(value) > 4000:
        return False
    return not any('\ud800' <= sign <= '\udfff' for sign in value)


def _whole(value, least):
    return is_number(value) and float(value).is_integer() and least <= value <= MAX_SAFE


def _word(value, vocabulary):
    return isinstance(value, str) and value in vocabulary


def _words(value, vocabulary):
    if not isinstance(value, list) or not value or not all(_word(item, vocabulary) for item in value):
        return False
    return len(set(value)) == len(value)


def is_rule_id(value):
    return isinstance(value, str) and _RULE_ID.fullmatch(value) is not None and value not in REASONS


def is_condition(value):
    nodes = 0

    def check(node, depth):
        nonlocal nodes
        nodes += 1
        if nodes > 256 or depth > 16 or not isinstance(node, dict):
            return False
        kinds = [kind for kind in ('all', 'any', 'not', 'dimension', 'history', 'signal') if kind in node]
        if len(kinds) != 1:
            return False
        kind = kinds[0]
        if kind == 'dimension':
            return _is_dimension_test(node)
        if kind == 'history':
            return _is_history_test(node)
        if kind == 'signal':
            return _is_signal_test(node)
        if len(node) != 1:
            return False
        if kind == 'not':
            return check(node['not'], depth + 1)
        parts = node[kind]
        return isinstance(parts, list) and len(parts) > 0 and all(check(part, depth + 1) for part in parts)

    return check(value, 1)


def _operator(node, operators):
    found = [name for name in operators if name in node]
    return found[0] if len(found) == 1 else None


def _is_dimension_test(node):
    operator = _operator(node, ('in', 'not_in'))
    name = node['dimension']
    if operator is None or not _word(name, DIMENSIONS) or not _members(node, ('dimension', operator)):
        return False
    return _words(node[operator], DIMENSIONS[name])


def _is_history_test(node):
    operator = _operator(node, ('at_least', 'at_most'))
    name = node['history']
    if operator is None or not _word(name, ('actions', 'approvals', *_COUNTED)) or not _whole(node[operator], 0):
        return False
    if name not in _COUNTED:
        return _members(node, ('history', operator))
    return _members(node, ('history', operator, 'of')) and _word(node['of'], _COUNTED[name])


def _is_signal_test(node):
    name = node['signal']
    operator = _operator(node, ('above', 'below', 'between', 'one_of', 'stated'))
    if not _text(name) or name in VOCABULARY['untestable_signals'] or operator is None:
        return False
    if not _members(node, ('signal', operator)):
        return False
    operand = node[operator]
    if operator in ('above', 'below'):
        return is_number(operand)
    if operator == 'between':
        pair = isinstance(operand, list) and len(operand) == 2 and all(map(is_number, operand))
        return pair and operand[0] <= operand[1]
    if operator == 'one_of':
        scalars = isinstance(operand, list) and all(isinstance(item, (str, bool, int, float)) for item in operand)
        return scalars and 0 < len(operand) <= 1000
    return isinstance(operand, bool)


def is_rule(rule):
    required = ('id', 'version', 'title', 'text', 'effect', 'when')
    if not _members(rule, required, ('number', 'min_source', 'transform', 'pending')):
        return False
    effect = rule['effect']
    return (
        is_rule_id(rule['id'])
        and _whole(rule['version'], 1)
        and ('number' not in rule or _whole(rule['number'], 1))
        and _text(rule['title'])
        and _text(rule['text'])
        and _word(effect, VERDICTS)
        and ('min_source' not in rule or _word(rule['min_source'], SOURCES))
        and is_condition(rule['when'])
        and (effect == 'MODIFY') == ('transform' in rule)
        and (effect == 'DEFER') == ('pending' in rule)
        and ('transform' not in rule or _is_transform(rule['transform']))
        and ('pending' not in rule or _is_pending(rule['pending']))
    )


def _is_transform(value):
    if not _members(value, ('note',), ('narrow_destination_to', 'reduce_magnitude_to')) or not _text(value['note']):
        return False
    narrow, reduce = value.get('narrow_destination_to'), value.get('reduce_magnitude_to')
    return ('narrow_destination_to' not in value or _word(narrow, _known(DIMENSIONS['destination']))) and (
        'reduce_magnitude_to' not in value or _word(reduce, _known(DIMENSIONS['magnitude']))
    )


def _is_pending(value):
    if not _members(value, (), ('prior_operation', 'prior_read_of_data_class')) or not value:
        return False
    prior, read = value.get('prior_operation'), value.get('prior_read_of_data_class')
    return ('prior_operation' not in value or _words(prior, _known(DIMENSIONS['operation']))) and (
        'prior_read_of_data_class' not in value or _word(read, _known(DIMENSIONS['data_class']))
    )


def is_frame(bundle):
    """Everything of a bundle but its rules."""
    members = ('v', 'algorithm', 'base', 'rules', 'thresholds', 'taxonomy', 'lexicon')
    return (
        _members(bundle, members)
        and is_number(bundle['v'])
        and bundle['v'] == 1
        and bundle['algorithm'] == 'deny-overrides'
        and _word(bundle['base'], ('DENY', 'STEP_UP'))
        and _text(bundle['taxonomy'])
        and _text(bundle['lexicon'])
        and isinstance(bundle['rules'], list)
        and len(bundle['rules']) <= 500
        and _members(bundle['thresholds'], COUNTS)
        and all(_whole(value, 1) for value in bundle['thresholds'].values())
    )
