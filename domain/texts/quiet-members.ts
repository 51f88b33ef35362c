import type { ContactKind } from '../quiet-members/quiet-members.ts'

const contacts: Record<ContactKind, string> = {
  visit: 'Last visit',
  message: 'Last message',
  'sign-in': 'Last signed in or read',
}

/** Never shown to patients. */
export const quietMemberTexts = {
  title: 'Quiet members',
  lead: 'They pay, and for this long they, and the people on their plan, have not visited, written, read or signed in. Members with a visit ahead are not listed.',
  period: 'Without contact for',
  days: (days: number) => `${days} days`,
  count: (count: number, days: number) =>
    count === 1
      ? `1 member is quiet for ${days} days or longer.`
      : `${count} members are quiet for ${days} days or longer.`,
  none: (days: number) => `No paying member is quiet for ${days} days or longer.`,
  failed: 'The quiet members could not be loaded',
  contacts,
  never: 'No contact since joining',
  write: 'Write',
  writeTo: (name: string) => `Write to ${name}`,
  more: (count: number) => `and ${count} more`,
} as const
