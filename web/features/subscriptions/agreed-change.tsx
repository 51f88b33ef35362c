import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { ChangeAnswer, Quote } from '#domain/subscriptions/changes.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { FailedRead } from '#web/components/failed-read.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'

const texts = subscriptionTexts.page.change

export interface ChangeWords {
  action: string
  title: string
  keep: string
  done: string
}

/** One confirmed change: the amount shown, and an idempotency key. */
export interface AgreedChange {
  attempt: string
  quote: Quote
}

/**
 * Previews a change to the cent and makes it on a second click. If the amount has changed by then, it is shown again.
 *
 * @param call returns the amount, or with `agreed` makes the change
 * @param children the meaning of the amount
 */
export function AgreedChangeButton<Preview extends Quote>({
  name,
  words,
  submit,
  variant = 'outline',
  submitVariant = 'primary',
  call,
  after,
  children,
}: {
  name: readonly string[]
  words: ChangeWords
  submit(preview: Preview): string
  variant?: ComponentProps<typeof Button>['variant']
  submitVariant?: 'primary' | 'danger'
  call(agreed: AgreedChange | null): Promise<ChangeAnswer<Preview>>
  /** The money that the change has moved, once it is made. */
  after?(preview: Preview): string
  children(preview: Preview): ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {words.action}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent title={words.title}>
          {isOpen && (
            <Confirm
              {...{ name, words, submit, submitVariant, call, after, children }}
              onClose={() => setOpen(false)}
            />
          )}
        </DialogContent>
      </Dialog>
    </>
  )
}

function Confirm<Preview extends Quote>({
  name,
  words,
  submit,
  submitVariant,
  call,
  after,
  children,
  onClose,
}: {
  name: readonly string[]
  words: ChangeWords
  submit(preview: Preview): string
  submitVariant: 'primary' | 'danger'
  call(agreed: AgreedChange | null): Promise<ChangeAnswer<Preview>>
  after: ((preview: Preview) => string) | undefined
  children(preview: Preview): ReactNode
  onClose(): void
}) {
  const slug = useClinicSlug()
  const refresh = useRefreshClinic()
  const made = useMutation({
    mutationFn: ({ shown, attempt }: { shown: Preview; attempt: string }) =>
      call({ attempt, quote: { at: shown.at, amountCents: shown.amountCents } }),
    onSuccess: async ({ isPending }, { shown }) => {
      await refresh()
      if (isPending) toast.info(texts.waitsTitle, { description: texts.waits })
      else toast.success(words.done, { description: after?.(shown) })
      onClose()
    },
    onError: (error) => {
      if (refusalCode(error) === 'quote_changed') void counted.refetch()
      toast.error(texts.failedTitle, describeRefusal(error, texts.failedText))
    },
  })
  const counted = useQuery({
    queryKey: ownSubscriptionKey(slug, 'preview', ...name),
    queryFn: async () => (await call(null)).preview,
    // the confirmed amount must not change on the screen
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // not during the change, which would alter the preview's base
    enabled: !made.isPending,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const [attempt, setAttempt] = useState(() => crypto.randomUUID() as string)

  if (counted.isError) {
    return <FailedRead title={texts.failed} error={counted.error} onRetry={() => void counted.refetch()} />
  }
  if (!counted.data || counted.isFetching) {
    return (
      <p role="status">
        <span className="sr-only">{texts.loading}</span>
        <Skeleton className="h-5 w-full" />
        <Skeleton className="mt-2 h-5 w-3/5" />
      </p>
    )
  }
  const shown = counted.data
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (made.isPending) return
        made.mutate({ shown, attempt }, { onError: () => setAttempt(crypto.randomUUID()) })
      }}
    >
      <div className="space-y-4">{children(shown)}</div>
      <DialogActions>
        <Button type="button" variant="outline" disabled={made.isPending} onClick={onClose}>
          {words.keep}
        </Button>
        <SubmitButton variant={submitVariant} isBusy={made.isPending} busyText={texts.busy}>
          {submit(shown)}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
