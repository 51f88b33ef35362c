import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { accountOfferTexts } from '#domain/texts/account-offers.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = accountOfferTexts.own

const ownOfferQuery = (slug: string, userId: string) =>
  queryOptions({
    queryKey: clinicKey(slug, 'own-account-offer', userId),
    queryFn: () => callFunction('own-account-offer'),
  })

/**
 * A clinic's offer of the record to a user who is not a member of the clinic.
 *
 * @param children without an offer
 */
export function OwnAccountOffer({
  clinic,
  userId,
  pending,
  children,
}: {
  clinic: Clinic
  userId: string
  pending: ReactNode
  children: ReactNode
}) {
  const { refreshMemberships } = useSession()
  const queryClient = useQueryClient()
  const read = useQuery(ownOfferQuery(clinic.subdomain, userId))
  const accept = useMutation({
    mutationFn: (offerId: string) => callFunction('accept-account-offer', { offerId }),
    onSuccess: async () => {
      toast.success(texts.accepted)
      await refreshMemberships()
      await queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain) })
    },
    onError: (error) => {
      toast.error(texts.acceptFailed, describeRefusal(error))
      void read.refetch()
    },
  })
  if (read.isPending) return pending
  if (read.isError)
    return (
      <>
        <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
        {children}
      </>
    )
  const { offerId } = read.data
  if (!offerId) return children
  return (
    <Card role="region" aria-label={texts.title(clinic.name)}>
      <CardTitle className="flex items-start gap-2.5">
        <UserRoundCheck aria-hidden className="mt-1 size-5 shrink-0" />
        {texts.title(clinic.name)}
      </CardTitle>
      <p className="mt-3">{texts.lead(clinic.name)}</p>
      <Button
        className="mt-5 whitespace-normal"
        size="large"
        aria-disabled={accept.isPending || undefined}
        onClick={() => accept.isPending || accept.mutate(offerId)}
      >
        {accept.isPending && <Spinner />}
        {texts.accept}
      </Button>
      <p className="mt-4 text-form text-muted">{texts.stranger}</p>
    </Card>
  )
}
