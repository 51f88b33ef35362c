/** The form of a canary in a text. */
const written = /zqx(\d{4})qz/gi
const dialled = /\b1907(\d{4})\d{3}\b/g

/**
 * Unique values, one for each place of personal text: a column (`public.tasks.title`) or a field of an action's input
 * (`save-task: title`).
 */
export class Marks {
  readonly #places: string[] = []
  /** Long ago, so that no other day of the story matches. */
  readonly #days = new Map<number, RegExp>()

  word(place: string): string {
    return `zqx${this.#number(place)}qz`
  }

  /** The beginning of a number, without `+`; three digits follow. */
  digits(place: string): string {
    return `1907${this.#number(place)}`
  }

  /** A day of birth, YYYY-MM-DD. */
  day(place: string): string {
    const number = Number(this.#number(place))
    const day = new Date(Date.UTC(1907, 0, 1) + number * dayMs).toISOString().slice(0, 10)
    this.#days.set(number, waysToWrite(day))
    return day
  }

  get count(): number {
    return this.#places.length
  }

  in(text: string): Set<string> {
    const numbers = [...text.matchAll(written), ...text.matchAll(dialled)].map(([, number]) => Number(number))
    for (const [number, ways] of this.#days) if (ways.test(text)) numbers.push(number)
    return new Set(numbers.map((number) => this.#places[number] ?? `a canary of no place, ${number}`))
  }

  #number(place: string): string {
    if (!this.#places.includes(place)) this.#places.push(place)
    return String(this.#places.indexOf(place)).padStart(4, '0')
  }
}

const dayMs = 24 * 60 * 60 * 1000

function waysToWrite(day: string): RegExp {
  const date = new Date(`${day}T00:00:00Z`)
  const inWords = (['short', 'long'] as const).map((month) =>
    date.toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month, day: 'numeric' }),
  )
  const inDigits = [day, day.replaceAll('-', ''), date.toLocaleDateString('en-US', { timeZone: 'UTC' })]
  return new RegExp(`\\b(${[...inDigits, ...inWords].join('|')})\\b`)
}
