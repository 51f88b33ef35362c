/** What a check found: that it works, what to know, or what is wrong. Never a secret. */
export interface Finding {
  name: string
  state: 'ok' | 'note' | 'wrong'
  line: string
}

/** One look at one service. It returns what is good, or throws an error whose message says what is wrong. */
export interface Check {
  name: string
  run(): Promise<string | Note>
}

/** Works, but the operator should know. */
export class Note {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
