import { type ContactSubject, contactSubjects } from '#domain/marketing/contact.ts'
import { ContactCard } from '#web/features/marketing/contact-card.tsx'
import { LeadForm } from '#web/features/marketing/lead-form.tsx'
import { hydrateIsland } from './hydrate-island.tsx'

export type FormName = 'lead' | 'contact'

/** Hydrates a form. @param typed input entered before its script loaded, by field name */
export function hydrateForm(name: FormName, island: HTMLElement, typed: Record<string, string>): void {
  hydrateIsland(
    island,
    name === 'lead' ? (
      <LeadForm typed={typed} />
    ) : (
      <ContactCard about={subject(typed)} typed={contactTyped(typed)} />
    ),
  )
}

function contactTyped({ about: _, ...typed }: Record<string, string>): Record<string, string> {
  return typed
}

function subject({ about }: Record<string, string>): ContactSubject {
  return contactSubjects.find((each) => each === about) ?? contactSubjects[0]
}
