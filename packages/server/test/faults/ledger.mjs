/**
 * What clients were answered, kept on their side of the wire, and compared with what the database holds once the faults
 * are over. Plain JavaScript, since the benchmarks load it from their build.
 */

export class Ledger {
  #answers = new Map()
  #contradicted = new Set()

  /** Notes an answer; one call may be answered many times. */
  note(call) {
    const name = nameOf(call)
    const known = this.#answers.get(name)
    if (known === undefined) this.#answers.set(name, factsOf(call))
    else if (known !== factsOf(call)) this.#contradicted.add(name)
  }

  /** @param stored every call in the database, as its row says. */
  compare(stored) {
    const rows = new Map()
    for (const row of stored) rows.set(nameOf(row), [...(rows.get(nameOf(row)) ?? []), factsOf(row)])
    const different = new Set(this.#contradicted)
    let lost = 0
    for (const [name, facts] of this.#answers) {
      const found = rows.get(name)
      if (found === undefined) lost += 1
      else if (found[0] !== facts) different.add(name)
    }
    const doubled = [...rows.values()].filter((found) => found.length > 1).length
    return { answered: this.#answers.size, lost, doubled, different: different.size }
  }
}

const nameOf = ({ session, seq }) => `${session}/${seq}`
const factsOf = ({ action, recordHash, signature }) => `${action} ${recordHash} ${signature}`
