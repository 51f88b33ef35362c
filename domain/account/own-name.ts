/** Holds no schemas: pages load this file before the rules of their forms. */
import type { OwnNameForm } from './forms.ts'

/** Initial values: the two names, else the full name split after its first word. */
export function ownNameFrom(metadata: Record<string, unknown>): OwnNameForm {
  const read = (key: string) => (typeof metadata[key] === 'string' ? metadata[key].trim() : '')
  const [firstWord = '', ...rest] = read('full_name').split(/\s+/)
  return { firstName: read('first_name') || firstWord, lastName: read('last_name') || rest.join(' ') }
}

/** Includes the `full_name` that greetings and mails read. */
export function ownNameMetadata({ firstName, lastName }: OwnNameForm): Record<string, string> {
  return { first_name: firstName, last_name: lastName, full_name: `${firstName} ${lastName}` }
}
