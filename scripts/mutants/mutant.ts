/** A planted error that the named tests must detect. */
export interface Mutant {
  name: string
  /** `find` occurs once in the file. */
  edits: { file: string; find: string; replace: string }[]
  /** One of them must fail. */
  tests: string[]
}
