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
 * Joins the clinic in the URL, or signs a patient up without one. With a session it completes an invitation, else it
 * shows the public sign-up (docs/specification.md A2).
 */
export default function Join() {
  const { session, user, isFullyLoaded, isProcessing } = useSession()
  const lookup = useClinicLookup()
  // public sign-up creates a session halfway: the form stays until it navigates
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
