import { type RestError, refuse } from '../errors/rest-error.ts'

/** Reads one parameter from left to right. A refusal names the position and the expected tokens in PostgREST's format. */
export class Scanner {
  readonly text: string
  readonly #purpose: string
  readonly #offset: number
  #furthest = 0
  #unexpected: string | undefined
  #expected: string[] = []
  position = 0

  /**
   * @param purpose the refusal's first words, as in `failed to parse filter`
   * @param offset characters that a refusal counts before the text
   */
  constructor(text: string, purpose: string, offset = 0) {
    this.text = text
    this.#purpose = purpose
    this.#offset = offset
  }

  get atEnd(): boolean {
    return this.position >= this.text.length
  }

  get next(): string {
    return this.text.charAt(this.position)
  }

  startsWith(word: string): boolean {
    return this.text.startsWith(word, this.position)
  }

  take(word: string, name?: string): boolean {
    if (this.startsWith(word)) {
      this.position += word.length
      return true
    }
    if (this.position < this.#furthest) return false
    let same = 0
    while (same < word.length && this.text[this.position + same] === word[same]) same++
    this.expected(name ?? JSON.stringify(word), this.#characterAt(this.position + same))
    return false
  }

  /** List longer words before their prefixes. */
  takeOneOf<Word extends string>(words: readonly Word[], name?: string): Word | undefined {
    for (const word of words) if (this.take(word, name)) return word
    return undefined
  }

  /** @throws RestError if `word` does not come next */
  require(word: string, name?: string): void {
    if (!this.take(word, name)) throw this.refusal()
  }

  match(pattern: RegExp, name: string): string | undefined {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)?.[0]
    if (!found) {
      this.expected(name)
      return undefined
    }
    this.position += found.length
    return found
  }

  skipBlanks(): void {
    while (this.next === ' ' || this.next === '\t') this.position++
  }

  attempt<T>(alternative: () => T | undefined): T | undefined {
    const start = this.position
    const result = alternative()
    if (result === undefined) this.position = start
    return result
  }

  endsWithOneOf(characters: string[]): boolean {
    for (const character of characters) {
      if (character === '' ? this.atEnd : this.next === character) return true
      this.expected(character === '' ? 'end of input' : JSON.stringify(character))
    }
    return false
  }

  expected(name: string, unexpected: string = this.#characterAt(this.position)): void {
    if (this.position < this.#furthest) return
    if (this.position > this.#furthest) {
      this.#furthest = this.position
      this.#expected = []
      this.#unexpected = undefined
    }
    this.#unexpected ??= unexpected
    if (!this.#expected.includes(name)) this.#expected.push(name)
  }

  refusal(): RestError {
    const before = this.text.slice(0, this.#furthest)
    const line = before.split('\n').length
    const offset = line === 1 ? this.#offset : 0
    const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + offset + 1
    return refuse.badQuery(
      `"${this.#purpose} (${this.text})" (line ${line}, column ${column})`,
      `unexpected ${this.#describeUnexpected()} expecting ${listed(this.#expected)}`,
    )
  }

  // the whole code point, even if it is a surrogate pair
  #characterAt(position: number): string {
    const code = this.text.codePointAt(position)
    return code === undefined ? '' : String.fromCodePoint(code)
  }

  #describeUnexpected(): string {
    if (!this.#unexpected) return 'end of input'
    const quote = this.#expected.includes('end of input') ? "'" : '"'
    return quote + this.#unexpected + quote
  }
}

function listed(names: string[]): string {
  if (names.length < 2) return names[0] ?? 'nothing'
  return `${names.slice(0, -1).join(', ')} or ${names[names.length - 1]}`
}
