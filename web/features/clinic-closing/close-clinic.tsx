import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClinicClosing } from '#domain/clinic-closing/clinic-closing.ts'
import { placeNames } from '#domain/plans/places.ts'
import { clinicClosingTexts } from '#domain/texts/clinic-closing.ts'
import { dateInText } from '#domain/values/dates.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = clinicClosingTexts

const closingQuery = (slug: string) =>
  queryOptions({
    queryKey: clinicKey(slug, 'closing'),
    queryFn: () => callFunction('clinic-closing', {}),
  })

export function CloseClinic({ clinic }: { clinic: Clinic }) {
  const closing = useQuery(closingQuery(clinic.subdomain))
  return (
    <Card role="region" aria-label={texts.title}>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote className="mb-4">{texts.lead}</CardNote>
      {closing.data ? (
        closing.data.askedAt ? (
          <Closing clinic={clinic} closing={closing.data} />
        ) : (
          <Open clinic={clinic} closing={closing.data} />
        )
      ) : closing.isError ? (
        <ErrorState title={texts.loadFailed} onRetry={() => void closing.refetch()} />
      ) : (
        <Loading>
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Card>
  )
}

function Facts({ closing: { plans, holds } }: { closing: ClinicClosing }) {
  if (plans === 0 && holds === 0) return null
  return (
    <p className="mt-4">
      {[plans > 0 && texts.plans(plans), holds > 0 && texts.holds(holds)].filter(Boolean).join(' ')}
    </p>
  )
}

function Open({ clinic, closing }: { clinic: Clinic; closing: ClinicClosing }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const close = useMutation({
    mutationFn: () => callFunction('close-clinic', { name }),
    onSuccess: (answer) => {
      setAsking(false)
      queryClient.setQueryData(closingQuery(clinic.subdomain).queryKey, answer)
      toast.success(texts.dialog.done)
    },
    onError: (failure) => {
      const field =
        failure instanceof ApiError ? failure.fields.find(({ path }) => path === 'name') : undefined
      if (field) return setError(field.message)
      setAsking(false)
      toast.error(texts.dialog.failed, describeRefusal(failure))
    },
  })
  return (
    <>
      <p>{texts.undo(dateInText(closing.erasedFrom, clinic.time_zone))}</p>
      <p className="mt-2">{texts.exportFirst}</p>
      <ul className="mt-4 list-disc space-y-1.5 pl-5">
        {texts.steps.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Facts closing={closing} />
      {closing.missedNotice && (
        <Notice tone="warning" className="mt-5">
          {texts.missedNotice(
            placeNames[closing.missedNotice.place],
            closing.missedNotice.days,
            closing.missedNotice.plans,
            dateInText(closing.missedNotice.endableFrom, clinic.time_zone),
          )}
        </Notice>
      )}
      {closing.hasTier ? (
        <Notice tone="info" className="mt-5">
          {texts.tier}
        </Notice>
      ) : (
        <Button
          variant="outline"
          className="mt-5"
          onClick={() => {
            setName('')
            setError(undefined)
            setAsking(true)
          }}
        >
          {texts.button}
        </Button>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={(open) => close.isPending || setAsking(open)}
        title={texts.dialog.title(clinic.name)}
        consequence={texts.dialog.consequence(
          dateInText(closing.erasedFrom, clinic.time_zone),
          closing.members,
        )}
        safeLabel={texts.dialog.keep}
        actionLabel={texts.dialog.action}
        isBusy={close.isPending}
        onAction={() => close.mutate()}
      >
        <div className="mt-4">
          <Field label={texts.dialog.label(clinic.name)} error={error}>
            {(control) => (
              <Input
                autoComplete="off"
                {...control}
                value={name}
                onChange={(event) => {
                  setName(event.target.value)
                  setError(undefined)
                }}
              />
            )}
          </Field>
        </div>
      </AlertDialog>
    </>
  )
}

function Closing({ clinic, closing }: { clinic: Clinic; closing: ClinicClosing }) {
  const queryClient = useQueryClient()
  const keep = useMutation({
    mutationFn: () => callFunction('keep-clinic', {}),
    onSuccess: (answer) => {
      queryClient.setQueryData(closingQuery(clinic.subdomain).queryKey, answer)
      toast.success(texts.closing.kept, { description: texts.closing.keptDetail })
    },
    onError: (error) => toast.error(texts.closing.failed, describeRefusal(error)),
  })
  return (
    <>
      <Notice tone="warning" title={texts.closing.title}>
        {texts.closing.text(dateInText(closing.erasedFrom, clinic.time_zone))}
      </Notice>
      <Facts closing={closing} />
      <Button className="mt-5" disabled={keep.isPending} onClick={() => keep.mutate()}>
        {keep.isPending && <Spinner />}
        {texts.closing.keep}
      </Button>
    </>
  )
}
