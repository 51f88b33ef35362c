import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ProductPlan } from '#domain/clinic-tier/product-plans.ts'
import { activeMemberships, adminClinics, type MembershipClinic } from '#domain/memberships/memberships.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { clinicUrl } from '#web/lib/clinic/clinic-address.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { callFunctionAt } from '#web/lib/fetch/api.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import { rememberAfterLogin } from '#web/lib/session/after-login.ts'
import { auth } from '#web/lib/session/auth.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { ChooseClinic } from './choose-clinic.tsx'
import { CurrentMark } from './plan-card.tsx'
import { SignUpLink } from './sign-up-link.tsx'
import { useOwnTier } from './use-own-tier.ts'

const texts = clinicTierTexts.pricing

/**
 * "Subscribe" for an admin, or "Current plan"; a sign-up link for visitors and users without a clinic; for other
 * members, a note on who can choose. In a hub it is the hub's plan; on the main site the admin's clinic, chosen if
 * there are several.
 */
export function SubscribeButton({ plan }: { plan: ProductPlan }) {
  const { session, isFullyLoaded, memberships } = useSession()
  const slug = useClinicSlug()
  const [isBusy, setBusy] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const [query] = useSearchParams()
  const hasStarted = useRef(false)
  const variant = plan.isPopular ? 'primary' : 'outline'
  const clinics = adminClinics(memberships).filter(({ subdomain }) => !slug || subdomain === slug)
  const [clinic] = clinics
  const isCurrent = useOwnTier() === plan.id

  async function subscribe({ subdomain, name }: MembershipClinic): Promise<void> {
    const clinicSlug = subdomain ?? ''
    setBusy(true)
    try {
      const { amountCents } = await callFunctionAt(clinicSlug, 'preview-tier', { plan: plan.id })
      const { url } =
        amountCents === null
          ? await callFunctionAt(clinicSlug, 'create-checkout', { plan: plan.id })
          : { url: clinicUrl(clinicSlug, withQuery(paths.settingsPlan, { to: plan.id })) }
      if (!url) throw new Error(texts.noUrl)
      // so that going back does not start it again
      forgetChoice()
      location.assign(url)
    } catch (error) {
      setBusy(false)
      // the second step replaces the page
      if (refusalCode(error) === 'second_step_required') return
      forgetChoice()
      if (refusalCode(error) === 'clinic_tier_current') {
        toast.info(texts.currentOf(name), { description: texts.currentText })
        return
      }
      toast.error(texts.failedTitle, describeRefusal(error, texts.failed))
    }
  }

  // chosen before sign-up or sign-in (docs/specification.md B2.1): started once
  const isChosen = query.get('plan') === plan.id
  const starts = isChosen && isFullyLoaded && session !== null && clinic !== undefined && !isCurrent
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the choice starts it, and once
  useEffect(() => {
    if (!starts || hasStarted.current || !clinic) return
    hasStarted.current = true
    if (clinics.length > 1) setChoosing(true)
    else void subscribe(clinic)
  }, [starts])

  function forgetChoice(): void {
    const rest = new URLSearchParams(location.search)
    if (!rest.has('plan')) return
    rest.delete('plan')
    history.replaceState(history.state, '', `${location.pathname}${rest.size > 0 ? `?${rest}` : ''}`)
  }

  if (!isFullyLoaded) return <Skeleton className="h-13 rounded-control" />
  if (!session) return <SignUpLink plan={plan} />
  if (!clinic) return <NoAdmin plan={plan} variant={variant} />
  if (isCurrent) return <CurrentMark />
  return (
    <>
      <SubmitButton
        type="button"
        size="large"
        variant={variant}
        className="w-full"
        isBusy={isBusy}
        busyText={texts.processing}
        onClick={() => {
          if (isBusy) return
          if (clinics.length > 1) setChoosing(true)
          else void subscribe(clinic)
        }}
      >
        {texts.subscribe}
      </SubmitButton>
      <ChooseClinic
        isOpen={isChoosing}
        onOpenChange={setChoosing}
        title={texts.chooseClinic(plan.name)}
        lead={texts.chooseClinicLead}
        clinics={clinics}
        onChoose={(chosen) => {
          setChoosing(false)
          void subscribe(chosen)
        }}
      />
    </>
  )
}

/** For a signed-in user who is no admin of a clinic. */
function NoAdmin({ plan, variant }: { plan: ProductPlan; variant: 'primary' | 'outline' }) {
  const { memberships } = useSession()
  const navigate = useNavigate()
  const remember = () => rememberAfterLogin(withQuery(paths.pricing, { plan: plan.id }))
  const hasClinic = activeMemberships(memberships).some(({ clinic }) => clinic !== null)

  async function signUpAnew(event: MouseEvent): Promise<void> {
    // with this session the sign-up page would redirect to the user's home
    event.preventDefault()
    remember()
    await auth.signOut({ scope: 'local' })
    void navigate(paths.signUp)
  }

  return (
    <>
      {hasClinic && <p className="mb-4 text-form text-muted">{texts.notAdmin}</p>}
      <Button asChild size="large" variant={variant} className="w-full">
        <Link to={paths.signUp} onClick={hasClinic ? (event) => void signUpAnew(event) : remember}>
          {hasClinic ? texts.signUpAnew : texts.signUp}
        </Link>
      </Button>
    </>
  )
}
