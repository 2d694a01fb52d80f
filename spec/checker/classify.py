"""The classification of one call: declared, then catalogued, then derived; a model only where all leave unknown."""
from .data import DIMENSIONS, LEXICON, VOCABULARY
from .names import derive, derived_reversibility
from .signals import COUNTS, read_facts, read_signals


def magnitude_of(counts, thresholds):
    magnitude = 'unknown'
    for name in COUNTS:
        if name not in counts:
            continue
        if counts[name] > thresholds[name]:
            return 'bulk'
        if counts[name] > 0:
            magnitude = 'single'
        elif magnitude == 'unknown':
            magnitude = 'none'
    return magnitude


def below_declared(catalogued, derived):
    """The stronger of catalogue and name."""
    if catalogued != 'unknown':
        return {'value': catalogued, 'source': 'catalogued'}
    return {'value': derived, 'source': 'unknown' if derived == 'unknown' else 'derived'}


def classify(tool, signals, catalog_signals, thresholds):
    """Raises SignalRefusal."""
    stated = read_signals(signals)
    inference = stated['inference']
    inferred = inference['dimensions'] if inference else []
    facts = {**stated['facts'], 'magnitude': magnitude_of(stated['counts'], thresholds)}
    catalogued = {} if catalog_signals is None else read_facts(catalog_signals)
    name = derive(tool)

    def measure(dimension, derived):
        if dimension not in inferred and facts[dimension] != 'unknown':
            return {'value': facts[dimension], 'source': 'declared'}
        return below_declared(catalogued.get(dimension, 'unknown'), derived)

    measured = {'operation': measure('operation', name['operation'])}
    measured['data_class'] = measure('data_class', name['data_class'])
    measured['destination'] = measure('destination', 'unknown')
    measured['magnitude'] = measure('magnitude', 'unknown')
    derived = derived_reversibility(measured['operation']['value'], name['recoverable'])
    measured['reversibility'] = measure('reversibility', derived)

    resolved = {}
    for dimension, found in measured.items():
        answer = facts[dimension] if dimension in inferred else 'unknown'
        open_question = found['value'] == 'unknown' and answer != 'unknown'
        resolved[dimension] = {'value': answer, 'source': 'inferred'} if open_question else dict(found)
    operation, reversibility = resolved['operation'], resolved['reversibility']
    if reversibility['value'] == 'unknown' and operation['source'] == 'inferred':
        value = derived_reversibility(operation['value'], name['recoverable'])
        if value != 'unknown':
            resolved['reversibility'] = {'value': value, 'source': 'inferred'}
    resolved['magnitude']['of'] = [count for count in COUNTS if count in stated['counts']]

    if inference is not None:
        contradicts = [
            {
                'dimension': dimension,
                'inferred': facts[dimension],
                'measured': measured[dimension]['value'],
                'measured_source': measured[dimension]['source'],
            }
            for dimension in DIMENSIONS
            if dimension in inferred
            and 'unknown' not in (facts[dimension], measured[dimension]['value'])
            and facts[dimension] != measured[dimension]['value']
        ]
        inference = {**inference, 'contradicts': contradicts}
    return {
        'taxonomy': VOCABULARY['taxonomy'],
        'lexicon': LEXICON['version'],
        **resolved,
        'approval': stated['approval'],
        'inference': inference,
        'commitments': stated['commitments'],
    }
