import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { withdrawnFilesDays } from '#domain/forms/forms.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { useFirstRows } from '#web/components/first-rows.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { ReadRows } from '#web/components/read-rows.tsx'
import { RowAction } from '#web/components/row-action.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { AnsweredForm, signerOf } from './answered-form.tsx'
import { FormPdfButton } from './form-pdf-button.tsx'
import { formQuery, personFormsQuery, type TeamFormRequest } from './queries.ts'

const AskFormDialog = lazy(async () => ({
  default: (await loadPart(() => import('./ask-form-dialog.tsx'))).AskFormDialog,
}))

const texts = formTexts.person
const shownAtFirst = 6
const tones = { asked: 'neutral', started: 'info', signed: 'success', withdrawn: 'neutral' } as const

/** The forms of a patient, newest first. The answers are read on request. */
export function PersonForms({
  patientId,
  name,
  clinic,
}: {
  patientId: string
  name: string
  clinic: Clinic
}) {
  const may = useCan()
  const forms = useQuery(personFormsQuery(clinic.subdomain, patientId))
  const rows = useFirstRows(forms.data, shownAtFirst)
  const [isAsking, setAsking] = useState(false)
  const [asked, setAsked] = useState<TeamFormRequest | null>(null)
  const withdraw = useWithdraw(clinic.subdomain, patientId)
  const close = () => setAsked(null)
  return (
    <SectionCard
      title={texts.title}
      actions={
        may('forms:ask') && (
          <Button variant="outline" size="small" onClick={() => setAsking(true)}>
            <Plus aria-hidden />
            {texts.ask}
          </Button>
        )
      }
    >
      <ReadRows
        read={forms}
        of={rows}
        texts={texts}
        row={(form) => (
          <Row
            key={form.id}
            form={form}
            slug={clinic.subdomain}
            isBusy={withdraw.isPending}
            onWithdraw={
              may('forms:ask')
                ? (isWithdrawn) =>
                    isWithdrawn && form.startedAt
                      ? setAsked(form)
                      : withdraw.mutate({ requestId: form.id, isWithdrawn })
                : null
            }
          />
        )}
      />
      {isAsking && (
        <Suspense>
          <AskFormDialog
            slug={clinic.subdomain}
            patientId={patientId}
            name={name}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
      <AlertDialog
        open={asked !== null}
        onOpenChange={(isOpen) => isOpen || withdraw.isPending || close()}
        {...texts.withdrawAsk(asked?.title ?? '', name, withdrawnFilesDays)}
        isBusy={withdraw.isPending}
        onAction={() =>
          asked && withdraw.mutate({ requestId: asked.id, isWithdrawn: true }, { onSettled: close })
        }
      />
    </SectionCard>
  )
}

function Row({
  form,
  slug,
  isBusy,
  onWithdraw,
}: {
  form: TeamFormRequest
  slug: string
  isBusy: boolean
  onWithdraw: ((isWithdrawn: boolean) => void) | null
}) {
  const { id, title, signedAt, startedAt, withdrawnAt, askedAt, dueAt, savedAt } = form
  const [isOpen, setOpen] = useState(false)
  const state = signedAt ? 'signed' : withdrawnAt ? 'withdrawn' : startedAt ? 'started' : 'asked'
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-semibold break-words">{title}</span>
            <Badge tone={tones[state]}>{texts.states[state]}</Badge>
          </p>
          <p className="mt-1 text-note break-words text-muted">
            {texts.askedOn} <DateText value={askedAt} />
            {dueAt && (
              <>
                {' '}
                {texts.dueOn} <DateText value={dueAt} />
              </>
            )}
            {signedAt ? (
              <>
                {' · '}
                {texts.signedOn} <DateText value={signedAt} /> {signerOf(form)}
              </>
            ) : (
              savedAt && (
                <>
                  {' · '}
                  {texts.savedOn} <DateText value={savedAt} />
                </>
              )
            )}
          </p>
        </div>
        <span className="flex flex-none flex-wrap items-center gap-1">
          {startedAt && (
            <RowAction
              label={isOpen ? texts.hide : texts.show}
              name={isOpen ? texts.hideOf(title) : texts.showOf(title)}
              isBusy={false}
              onAct={() => setOpen(!isOpen)}
            />
          )}
          {signedAt && <FormPdfButton requestId={id} title={title} isRow />}
          {!signedAt && onWithdraw && (
            <RowAction
              label={withdrawnAt ? texts.restore : texts.withdraw}
              name={withdrawnAt ? texts.restoreOf(title) : texts.withdrawOf(title)}
              isBusy={isBusy}
              onAct={() => onWithdraw(!withdrawnAt)}
            />
          )}
        </span>
      </div>
      {isOpen && <Answers slug={slug} requestId={id} />}
    </li>
  )
}

function Answers({ slug, requestId }: { slug: string; requestId: string }) {
  const read = useQuery({ ...formQuery(slug, requestId), staleTime: 0 })
  return (
    <div className="mt-3 rounded-control bg-sunken p-4">
      {read.isPending ? (
        <Loading>
          <Skeleton className="h-24 rounded-control" />
        </Loading>
      ) : !read.data ? (
        <ErrorState title={texts.answersFailed} onRetry={() => void read.refetch()} />
      ) : (
        <AnsweredForm form={read.data} />
      )}
    </div>
  )
}

function useWithdraw(slug: string, patientId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = personFormsQuery(slug, patientId)
  const withdraw = useMutation({
    mutationFn: (input: { requestId: string; isWithdrawn: boolean }) => callFunction('withdraw-form', input),
    onSuccess: (_answer, { requestId, isWithdrawn }) => {
      if (isWithdrawn)
        toast.success(texts.withdrawn, {
          action: { label: texts.undo, onClick: () => withdraw.mutate({ requestId, isWithdrawn: false }) },
        })
      else toast.success(texts.restored)
    },
    onError: (error) => toast.error(texts.withdrawFailed, describeRefusal(error, texts.tryAgain)),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  return withdraw
}
