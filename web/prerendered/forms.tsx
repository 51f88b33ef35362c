import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { type ContactSubject, contactSubjects } from '#domain/marketing/contact.ts'
import { ContactCard } from '#web/features/marketing/contact-card.tsx'
import { LeadForm } from '#web/features/marketing/lead-form.tsx'

export type FormName = 'lead' | 'contact'

/** Puts a form into its place. @param typed before its script was there, by the names of its fields */
export function openForm(name: FormName, place: HTMLElement, typed: Record<string, string>): void {
  const form =
    name === 'lead' ? (
      <LeadForm typed={typed} />
    ) : (
      <ContactCard about={subject(typed)} typed={contactTyped(typed)} />
    )
  flushSync(() => createRoot(place).render(form))
}

function contactTyped({ about: _, ...typed }: Record<string, string>): Record<string, string> {
  return typed
}

function subject({ about }: Record<string, string>): ContactSubject {
  return contactSubjects.find((each) => each === about) ?? contactSubjects[0]
}
