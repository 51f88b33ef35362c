/** The result of a check, without secrets. */
export interface Finding {
  name: string
  state: 'ok' | 'note' | 'wrong'
  line: string
}

/** Checks one service. Returns a success message, or throws an error that describes the problem. */
export interface Check {
  name: string
  run(): Promise<string | Note>
}

export class Note {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
