import type { ReactNode } from 'react'
import type { PersonView } from '#domain/memberships/person.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { AddressText } from '#web/components/address-text.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { EmailReport } from './email-report.tsx'

const texts = membershipTexts

/** Contact data, and the start of the membership. @param children further entries of the list */
export function PersonContact({ person, children }: { person: PersonView; children?: ReactNode }) {
  const { email } = person
  const isKnown = email !== '' && email !== texts.pendingUser
  return (
    <SectionCard title={texts.person.contact.title}>
      <EmailReport person={person} />
      <dl className="grid gap-x-6 gap-y-3 text-form grid-cols-2">
        <div className="min-w-0">
          <dt className="text-muted">{texts.person.contact.email}</dt>
          <dd>
            {isKnown ? (
              <a className="link" href={`mailto:${email}`}>
                <AddressText>{email}</AddressText>
              </a>
            ) : (
              texts.person.contact.unknown
            )}
          </dd>
        </div>
        <div>
          <dt className="text-muted">{texts.columns.joined}</dt>
          <dd>
            <DateText value={person.joinedAt} />
          </dd>
        </div>
        <div>
          <dt className="text-muted">{texts.columns.lastActive}</dt>
          <dd>{person.lastActiveAt ? <DateText value={person.lastActiveAt} /> : texts.notYetActive}</dd>
        </div>
        {children}
      </dl>
    </SectionCard>
  )
}
