import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { accountOfferTexts } from '#domain/texts/account-offers.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { TimeText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'

const texts = accountOfferTexts.person

const offerQuery = (slug: string, patientId: string) =>
  queryOptions({
    queryKey: clinicKey(slug, 'account-offer', patientId),
    queryFn: () => callFunction('account-offer', { patientId }),
  })

interface PersonAccountProps {
  patientId: string
  name: string
  clinic: Clinic
  mergePath: string
}

/** For admins: offers the record of a patient who has lost the old mailbox to the new account. */
export function PersonAccount({ patientId, name, clinic, mergePath }: PersonAccountProps) {
  const queryClient = useQueryClient()
  const query = offerQuery(clinic.subdomain, patientId)
  const read = useQuery(query)
  const withdraw = useMutation({
    mutationFn: () => callFunction('withdraw-account-offer', { patientId }),
    onSuccess: () => {
      queryClient.setQueryData(query.queryKey, { offer: null })
      toast.success(texts.withdrawn)
    },
    onError: (error) => toast.error(texts.withdrawFailed, describeRefusal(error)),
  })
  const offer = read.data?.offer
  return (
    <SectionCard
      title={texts.title}
      note={texts.lead(name)}
      actions={
        read.data &&
        !offer && (
          <OfferButton
            patientId={patientId}
            name={name}
            mergePath={mergePath}
            onSent={(sent) => queryClient.setQueryData(query.queryKey, { offer: sent })}
          />
        )
      }
    >
      {read.isPending ? (
        <Skeleton className="h-11 w-56" />
      ) : read.isError ? (
        <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
      ) : (
        offer && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 break-words">
              {texts.open(offer.email)} <TimeText value={offer.expiresAt} />
            </p>
            <AskFirst
              label={texts.withdraw}
              ask={{ ...texts.withdrawAsk, title: texts.withdrawAsk.title(offer.email) }}
              isBusy={withdraw.isPending}
              onAction={(close) => withdraw.mutate(undefined, { onSettled: close })}
            />
          </div>
        )
      )}
    </SectionCard>
  )
}

function OfferButton({
  patientId,
  name,
  mergePath,
  onSent,
}: Omit<PersonAccountProps, 'clinic'> & {
  onSent(offer: { email: string; expiresAt: string }): void
}) {
  const [email, setEmail] = useState('')
  const send = useMutation({
    mutationFn: () => callFunction('offer-account', { patientId, email }),
    onSuccess: ({ offer }) => {
      onSent(offer)
      toast.success(texts.sent)
    },
  })
  return (
    <AskFirst
      size="small"
      label={texts.connect}
      ask={{ ...texts.ask, title: texts.ask.title(name) }}
      isBusy={send.isPending}
      // the dialog stays open with the reason of a refusal
      onAction={(close) => send.mutate(undefined, { onSuccess: close })}
    >
      <div className="mt-4">
        <Field label={texts.email} hint={texts.emailHint} {...errorOf(send.error)}>
          {(control) => (
            <Input
              type="email"
              autoComplete="off"
              value={email}
              onChange={({ target }) => {
                setEmail(target.value)
                send.reset()
              }}
              {...control}
            />
          )}
        </Field>
        {refusalCode(send.error) === 'account_has_record' && (
          <Link className="link mt-2 inline-block" to={withClinic(mergePath)}>
            {patientMergeTexts.person.merge}
          </Link>
        )}
      </div>
    </AskFirst>
  )
}

function errorOf(error: unknown): { error?: string } {
  if (!error) return {}
  const field = error instanceof ApiError ? error.fields[0]?.message : undefined
  return { error: field ?? describeRefusal(error, texts.sendFailed).description ?? texts.sendFailed }
}
