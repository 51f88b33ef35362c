import { useState } from 'react'
import { activeMemberships } from '#domain/memberships/memberships.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { AcceptInviteForm } from '#web/features/access/joining/accept-invite-form.tsx'
import { WardList } from '#web/features/guardians/ward-list.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { cameByLink } from '#web/lib/session/session-methods.ts'

const texts = guardianTexts.family

export default function Family() {
  const clinic = useClinic()
  const { user, session, memberships } = useSession()
  const [hasPassword, setHasPassword] = useState(false)
  // an account created for the offer signs in by its link alone
  const isNew =
    user !== null &&
    session !== null &&
    Boolean(user.invited_at) &&
    cameByLink(session) &&
    user.user_metadata.profile_complete !== true &&
    activeMemberships(memberships).length === 0
  return (
    <>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead(clinic.name)} />
      <div className="mt-8 space-y-6">
        <WardList clinic={clinic} />
        {isNew && !hasPassword && (
          <Card>
            <CardTitle>{texts.password}</CardTitle>
            <CardNote className="mb-4">{texts.passwordLead}</CardNote>
            <AcceptInviteForm user={user} clinicId={null} onDone={() => setHasPassword(true)} />
          </Card>
        )}
      </div>
    </>
  )
}
