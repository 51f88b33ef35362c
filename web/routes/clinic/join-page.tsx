import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { clinicAreaTexts } from '#domain/texts/clinic.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { BackLink } from '../../components/back-link.tsx'
import { ClinicMark } from '../../components/clinic-mark.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHeading } from '../../components/page-heading.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { JoinLinkCard } from '../../features/plans/join-link-card.tsx'
import { PlanPreview } from '../../features/plans/plan-preview.tsx'
import { plansQuery, type TeamPlan } from '../../features/plans/queries.ts'
import { callFunction } from '../../lib/api.ts'
import { clinicUrl, withClinic } from '../../lib/clinic-address.ts'
import { type Clinic, useClinic } from '../../lib/current-clinic.ts'
import { clinicKey } from '../../lib/query-client.ts'
import { useCan } from '../../lib/use-can.ts'
import { paths, withQuery } from '../../paths.ts'

const texts = clinicAreaTexts.joinPage

/** The clinic's join page as patients meet it, for the team: whoever is signed in cannot see the page itself. */
export default function JoinPage() {
  const clinic = useClinic()
  const may = useCan()
  const plans = useQuery(plansQuery())
  useMarkAsViewed(may('clinic:update') && plans.isSuccess)
  return (
    <>
      <BackLink to={withClinic(paths.clinicPlans)}>{clinicAreaTexts.plans.backToPlans}</BackLink>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <div className="mt-8 space-y-6">
        <JoinLinkCard
          url={clinicUrl(clinic.subdomain, paths.join)}
          actions={
            may('members:invite-patient') && (
              <Button asChild variant="quiet">
                <Link to={withClinic(withQuery(paths.members, { invite: 'patient' }))}>{texts.invite}</Link>
              </Button>
            )
          }
        />
        {plans.isPending ? (
          <Loading>
            <Skeleton className="h-96 rounded-card" />
          </Loading>
        ) : plans.isError ? (
          <ErrorState title={planTexts.list.failed} onRetry={() => void plans.refetch()} />
        ) : (
          <Preview clinic={clinic} plans={plans.data.filter(({ status }) => status === 'published')} />
        )}
      </div>
    </>
  )
}

function Preview({ clinic, plans }: { clinic: Clinic; plans: readonly TeamPlan[] }) {
  return (
    <section aria-label={texts.preview} className="card overflow-hidden bg-paper">
      <div className="px-5 py-10 sm:px-10">
        <div className="flex flex-col items-center text-center">
          <ClinicMark name={clinic.name} className="size-14" />
          <h2 className="mt-4 font-display text-h2 font-medium break-words">{texts.welcome(clinic.name)}</h2>
          {clinic.tagline && <p className="mt-1 max-w-[52ch] text-muted">{clinic.tagline}</p>}
        </div>
        {plans.length === 0 ? (
          <p className="mx-auto mt-8 max-w-[48ch] text-center text-muted">{texts.noPlans}</p>
        ) : (
          <ul className="mx-auto mt-8 grid max-w-[64rem] justify-center gap-6 sm:grid-cols-[repeat(auto-fit,minmax(16rem,20rem))]">
            {plans.map((plan) => (
              <li key={plan.id}>
                <PlanPreview
                  plan={{
                    ...plan,
                    amountCents: plan.price?.amountCents ?? null,
                    currency: plan.price?.currency ?? clinic.currency,
                    interval: plan.price?.interval ?? 'month',
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** A step of the set-up checklist: an admin has seen what patients will see. */
function useMarkAsViewed(isSeen: boolean): void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => callFunction('mark-join-page-viewed'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: clinicKey('setup-checklist') }),
  })
  useEffect(() => {
    if (isSeen) mutate()
  }, [isSeen, mutate])
}
