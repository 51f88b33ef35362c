/** A planted error that the named tests must detect. */
export interface Mutant {
  name: string
  edits: { file: string; find: string; replace: string }[]
  tests: string[]
}
