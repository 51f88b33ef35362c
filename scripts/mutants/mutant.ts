/** A planted error that the named tests must notice. */
export interface Mutant {
  name: string
  /** `find` occurs once in the file. */
  edits: { file: string; find: string; replace: string }[]
  /** Test files; one of them must fail. */
  tests: string[]
}
