import { expect, test } from 'vitest'
import { renderTable } from '../src/table.js'

test('columns are as wide as their content, figures stand to the right, no line ends in spaces', () => {
  const table = renderTable(
    [{ heading: '#', align: 'right' }, { heading: 'tool' }, { heading: 'verdict' }],
    [
      ['1', 'write_file', 'DENY'],
      ['12', 'list', 'STEP_UP'],
    ],
  )
  expect(table).toEqual([
    ' #  tool        verdict',
    '──  ──────────  ───────',
    ' 1  write_file  DENY',
    '12  list        STEP_UP',
  ])
})

test('a table without rows is its heading', () => {
  expect(renderTable([{ heading: 'a' }], [])).toEqual(['a', '─'])
})
