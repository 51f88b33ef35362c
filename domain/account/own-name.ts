/** A user's name in `user_metadata`. No schemas here: pages load this file before their forms' rules. */
import type { OwnNameForm } from './forms.ts'

/** Initial values of the name fields: the two names, else the full name split after its first word. */
export function ownNameFrom(metadata: Record<string, unknown>): OwnNameForm {
  const read = (key: string) => (typeof metadata[key] === 'string' ? metadata[key].trim() : '')
  const [firstWord = '', ...rest] = read('full_name').split(/\s+/)
  return { firstName: read('first_name') || firstWord, lastName: read('last_name') || rest.join(' ') }
}

/** The names as user metadata, with the `full_name` that greetings and mails read. */
export function ownNameMetadata({ firstName, lastName }: OwnNameForm): Record<string, string> {
  return { first_name: firstName, last_name: lastName, full_name: `${firstName} ${lastName}` }
}
