import { lazy, Suspense, useState } from 'react'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { ClinicMissing } from '#web/features/access/clinic-missing.tsx'
import { ClinicNotFound } from '#web/features/access/clinic-not-found.tsx'
import { ClinicJoin } from '#web/features/access/joining/clinic-join.tsx'
import { InviteCompletion } from '#web/features/access/joining/invite-completion.tsx'
import { PatientSignUp } from '#web/features/access/sign-up/patient-sign-up.tsx'
import { useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { pathAfterLogin } from '#web/lib/session/after-login.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { cameByLink } from '#web/lib/session/session-methods.ts'

// only after a plan was chosen
const ChosenPlan = lazy(() =>
  loadPart(() => import('#web/features/checkouts/chosen-plan.tsx')).then((part) => ({
    default: part.ChosenPlan,
  })),
)

/**
 * Joins the clinic in the URL, or signs a patient up without one. With a session it completes an invitation, else it
 * shows the public sign-up (docs/specification.md A2).
 */
export default function Join() {
  const { session, user, isFullyLoaded, isProcessing } = useSession()
  const lookup = useClinicLookup()
  // public sign-up creates a session halfway: the form stays until it navigates
  const [isJoining, setJoining] = useState(false)
  const [priceId] = useState(chosenPrice)
  const form = lookup.status === 'success' && (
    <ClinicJoin clinic={lookup.clinic} onJoining={setJoining}>
      {priceId && (
        <Suspense fallback={null}>
          <ChosenPlan clinic={lookup.clinic} priceId={priceId} />
        </Suspense>
      )}
    </ClinicJoin>
  )
  if (isJoining && form) return form
  if (lookup.status === 'idle') {
    const isInvited = session?.user.invited_at && cameByLink(session)
    return isInvited ? <ClinicMissing user={session.user} /> : <PatientSignUp />
  }
  if (lookup.status === 'loading' || !isFullyLoaded || isProcessing) {
    return <AccessProgress text={accessTexts.join.loading} />
  }
  if (lookup.status !== 'success') return <ClinicNotFound lookup={lookup} />
  if (!user) return form
  return <InviteCompletion clinic={lookup.clinic} user={user} />
}

/** The price whose review led here; null for a visitor who has not chosen a plan. */
function chosenPrice(): string | null {
  const [path, query] = (pathAfterLogin() ?? '').split('?')
  return path === paths.joinPlan ? new URLSearchParams(query).get('price') : null
}
