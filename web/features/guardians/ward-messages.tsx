import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { partIds } from '#domain/mailed-links.ts'
import { longestMessage } from '#domain/messages/messages.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { MessageFiles } from '#web/components/documents/message-files.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Textarea } from '#web/components/ui/input.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { messagesStep, wardMessagesQuery } from './queries.ts'

const texts = guardianTexts.ward.messages
const messageForm = z.object({
  body: z.string().check(z.trim(), z.minLength(1, texts.empty), z.maxLength(longestMessage)),
})

export function WardMessages({ clinic, patientId }: { clinic: Clinic; patientId: string }) {
  const slug = clinic.subdomain
  const [upTo, setUpTo] = useState(messagesStep)
  const read = useQuery({ ...wardMessagesQuery(slug, upTo), placeholderData: keepPreviousData })
  const hasEarlier = (read.data?.length ?? 0) > upTo
  const messages = hasEarlier ? read.data?.slice(1) : read.data
  const last = messages?.at(-1)?.number ?? 0
  const links = useFileLinks(messages?.flatMap(({ files }) => files.map(({ id }) => id)) ?? [])

  useEffect(() => {
    // a lost mark is set on the next read
    if (last > 0) void callFunction('read-messages', { patientId, upTo: last }).catch(() => undefined)
  }, [last, patientId])

  return (
    <SectionCard id={partIds.messages} title={texts.title}>
      {read.isPending ? (
        <Loading>
          <Skeleton className="h-24 rounded-control" />
        </Loading>
      ) : !messages ? (
        <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
      ) : messages.length === 0 ? (
        <p className="text-form text-muted">{texts.none(clinic.name)}</p>
      ) : (
        <>
          {hasEarlier && (
            <Button variant="quiet" size="small" onClick={() => setUpTo(upTo + messagesStep)}>
              {texts.earlier}
            </Button>
          )}
          <ol aria-label={texts.label(clinic.name)} className="space-y-3">
            {messages.map((message) => (
              <li key={message.id} className="rounded-control border border-line px-4 py-3">
                <p className="text-note text-muted">
                  <span className="font-semibold text-ink">{message.author_name}</span>
                  {' · '}
                  <TimeText value={message.sent_at} />
                </p>
                {message.body && <p className="mt-1 break-words whitespace-pre-line">{message.body}</p>}
                <MessageFiles files={message.files} links={links} />
              </li>
            ))}
          </ol>
        </>
      )}
      <Write slug={slug} patientId={patientId} />
    </SectionCard>
  )
}

function Write({ slug, patientId }: { slug: string; patientId: string }) {
  const queryClient = useQueryClient()
  const form = useSchemaForm<{ body: string }>(messageForm, { body: '' })
  // the same attempt is repeated, so that a message that arrived is not sent twice
  const [attempt, setAttempt] = useState(() => crypto.randomUUID())
  const send = useMutation({
    mutationFn: ({ body }: { body: string }) =>
      callFunction('send-message', { patientId, body, fileIds: [], attempt }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'ward-messages') })
      form.reset({ body: '' })
      setAttempt(crypto.randomUUID())
    },
    onError: (error) => toast.error(texts.sendFailed, describeRefusal(error)),
  })
  return (
    <form noValidate className="mt-5" onSubmit={form.handleSubmit((values) => send.mutate(values))}>
      <Field label={texts.field} error={form.formState.errors.body?.message}>
        {(control) => <Textarea rows={3} readOnly={send.isPending} {...control} {...form.register('body')} />}
      </Field>
      <div className="mt-3">
        <SubmitButton isBusy={send.isPending} busyText={texts.sending}>
          {texts.send}
        </SubmitButton>
      </div>
    </form>
  )
}
