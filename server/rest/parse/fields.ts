import type { Field, JsonStep } from './request-terms.ts'
import type { Scanner } from './scanner.ts'

// Longer paths could nest expressions deeper than Postgres' stack allows.
const maxPathSteps = 20

const identifier = /[\p{L}\p{N}_ $]+/uy
const jsonKey = /[^(\-:.,>)]+/uy
const digits = /\d+/y

/** With backslash escapes; undefined without a closing quote. */
export function quoted(scanner: Scanner): string | undefined {
  if (scanner.next !== '"') return undefined
  return scanner.attempt(() => {
    let value = ''
    for (scanner.position++; !scanner.atEnd; scanner.position++) {
      if (scanner.next === '"') {
        scanner.position++
        return value
      }
      if (scanner.next === '\\') scanner.position++
      value += scanner.next
    }
    scanner.expected('"\\""')
    return undefined
  })
}

/** Quoted, or letters, digits, `_`, `$`, spaces and dashes. */
export function fieldName(scanner: Scanner): string | undefined {
  return quoted(scanner) ?? dashed(scanner, identifier, 'field name (* or [a..z0..9_$])')
}

export function plainName(scanner: Scanner): string | undefined {
  return scanner.match(identifier, 'letter or digit')?.trim()
}

export function field(scanner: Scanner): Field | undefined {
  scanner.skipBlanks()
  const name = fieldName(scanner)
  if (name === undefined) return undefined
  const path = jsonPath(scanner)
  scanner.skipBlanks()
  return { name, path }
}

/** `->key`, `->>key`, `->0`, any number of them. */
export function jsonPath(scanner: Scanner): JsonStep[] {
  const steps: JsonStep[] = []
  for (;;) {
    const arrow = scanner.takeOneOf(['->>', '->'])
    if (!arrow) return steps
    const at =
      arrayPosition(scanner) ??
      quoted(scanner) ??
      dashed(scanner, jsonKey, 'any non reserved character different from: .,>()')
    if (at === undefined || steps.length === maxPathSteps) throw scanner.refusal()
    steps.push({ asText: arrow === '->>', at })
  }
}

// `0` and `-1` are positions, `0a` and `23-b` are keys.
function arrayPosition(scanner: Scanner): number | undefined {
  return scanner.attempt(() => {
    const sign = scanner.take('-') ? -1 : 1
    const found = scanner.match(digits, 'digit')
    if (found === undefined) return undefined
    const ends = ['->', '::', '.', ',', ')'].some((word) => scanner.startsWith(word))
    if (ends || scanner.atEnd) return sign * Number(found)
    for (const name of ['digit', '"->"', '"::"', '"."', '","', 'end of input']) scanner.expected(name)
    return undefined
  })
}

// A name may contain dashes, but `->` begins a JSON step.
function dashed(scanner: Scanner, part: RegExp, name: string): string | undefined {
  const first = scanner.match(part, name)
  if (first === undefined) return undefined
  let whole = first.trim()
  while (scanner.next === '-' && scanner.text[scanner.position + 1] !== '>') {
    const next = scanner.attempt(() => {
      scanner.position++
      return scanner.match(part, name)
    })
    if (next === undefined) throw scanner.refusal()
    whole += `-${next.trim()}`
  }
  return whole
}
