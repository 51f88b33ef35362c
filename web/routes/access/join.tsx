import { useState } from 'react'
import { accessTexts } from '#domain/texts/access.ts'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { ClinicMissing } from '#web/features/access/clinic-missing.tsx'
import { ClinicNotFound } from '#web/features/access/clinic-not-found.tsx'
import { ClinicJoin } from '#web/features/access/joining/clinic-join.tsx'
import { InviteCompletion } from '#web/features/access/joining/invite-completion.tsx'
import { PatientSignUp } from '#web/features/access/sign-up/patient-sign-up.tsx'
import { useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { cameByLink } from '#web/lib/session/session-methods.ts'

/**
 * Joining a clinic, or a patient's sign-up without one when the URL names none.
 *
 * Modes on a clinic's page (docs/specification.md A2): loading until the session is known, then completing an
 * invitation for somebody with a session, else public sign-up.
 */
export default function Join() {
  const { session, user, isFullyLoaded, isProcessing } = useSession()
  const lookup = useClinicLookup()
  // public sign-up signs in halfway through: the form stays until it navigates
  const [isJoining, setJoining] = useState(false)
  if (lookup.status === 'success' && isJoining)
    return <ClinicJoin clinic={lookup.clinic} onJoining={setJoining} />
  if (lookup.status === 'idle') {
    const isInvited = session?.user.invited_at && cameByLink(session)
    return isInvited ? <ClinicMissing user={session.user} /> : <PatientSignUp />
  }
  if (lookup.status === 'loading' || !isFullyLoaded || isProcessing) {
    return <AccessProgress text={accessTexts.join.loading} />
  }
  if (lookup.status !== 'success') return <ClinicNotFound lookup={lookup} />
  if (!user) return <ClinicJoin clinic={lookup.clinic} onJoining={setJoining} />
  return <InviteCompletion clinic={lookup.clinic} user={user} />
}
