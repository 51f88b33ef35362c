import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { paths, withQuery } from '#domain/paths.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { ClinicMark } from '#web/components/clinic/clinic-mark.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { OfferCard } from '#web/features/checkouts/offer-card.tsx'
import { type Offer, priceFor } from '#web/features/checkouts/offers.ts'
import { offersQuery } from '#web/features/checkouts/queries.ts'
import { JoinLinkCard } from '#web/features/plans/join-link-card.tsx'
import { clinicUrl, withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type Clinic, useClinic, useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

const texts = planTexts.joinPage

export default function JoinPage() {
  const clinic = useClinic()
  const may = useCan()
  const offers = useQuery(offersQuery(clinic))
  useMarkAsViewed(may('clinic:update') && offers.isSuccess)
  return (
    <>
      <BackLink to={withClinic(paths.clinicPlans)}>{planTexts.page.backToPlans}</BackLink>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <div className="mt-8 space-y-6">
        <JoinLinkCard
          url={clinicUrl(clinic.subdomain, paths.joinPlan)}
          actions={
            may('members:invite-patient') && (
              <Button asChild variant="quiet">
                <Link to={withClinic(withQuery(paths.members, { invite: 'patient' }))}>{texts.invite}</Link>
              </Button>
            )
          }
        />
        {offers.isPending ? (
          <Loading>
            <Skeleton className="h-96 rounded-card" />
          </Loading>
        ) : offers.isError ? (
          <ErrorState title={planTexts.list.failed} onRetry={() => void offers.refetch()} />
        ) : (
          <Preview clinic={clinic} offers={offers.data} />
        )}
      </div>
    </>
  )
}

/** The cards of the join page without buttons: team members cannot join. */
function Preview({ clinic, offers }: { clinic: Clinic; offers: readonly Offer[] }) {
  return (
    <section aria-label={texts.preview} className="rounded-card border border-line px-4 py-8 sm:px-8">
      <div className="flex items-center gap-3 border-b border-line pb-5">
        <ClinicMark name={clinic.name} className="size-9" />
        <span className="min-w-0 font-display text-lead font-semibold break-words">{clinic.name}</span>
      </div>
      {offers.length === 0 ? (
        <p className="pt-6 text-muted">{texts.noPlans}</p>
      ) : (
        <ul className="grid gap-6 pt-6 md:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]">
          {offers.map((offer) => {
            const price = priceFor(offer, 'month')
            return (
              price && (
                <li key={offer.id} className="row-span-4 grid min-w-0 grid-rows-subgrid gap-y-0">
                  <OfferCard offer={offer} price={price} />
                </li>
              )
            )
          })}
        </ul>
      )}
    </section>
  )
}

/** Completes a step of the set-up checklist: an admin has seen the join page. */
function useMarkAsViewed(isSeen: boolean): void {
  const slug = useClinicSlug()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => callFunction('mark-join-page-viewed'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'setup-checklist') }),
  })
  useEffect(() => {
    if (isSeen) mutate()
  }, [isSeen, mutate])
}
