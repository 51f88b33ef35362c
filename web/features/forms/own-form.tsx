import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { formTexts } from '#domain/texts/forms.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { AnsweredForm } from './answered-form.tsx'
import { FillForm } from './fill-form.tsx'
import { FormPdfButton } from './form-pdf-button.tsx'
import { formQuery } from './queries.ts'

const texts = formTexts.own

/**
 * A form to fill in, or as it was signed.
 *
 * @param owner user id of the reader
 * @param patient the name of the ward, for a guardian; null for the patient
 * @param heading renders the title of the page
 */
export function OwnForm({
  clinic,
  requestId,
  owner,
  patient,
  heading,
}: {
  clinic: Clinic
  requestId: string
  owner: string
  patient: string | null
  heading(title: string): ReactNode
}) {
  const read = useQuery(formQuery(clinic.subdomain, requestId))
  const wasOpen = useRef(false)
  if (read.isPending)
    return (
      <>
        {heading(texts.title)}
        <Loading>
          <Skeleton className="mt-6 h-96 rounded-card" />
        </Loading>
      </>
    )
  if (read.data === undefined)
    return (
      <>
        {heading(texts.title)}
        <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
      </>
    )
  if (read.data === null)
    return (
      <>
        {heading(texts.title)}
        <EmptyState icon={FileX} title={texts.missing}>
          {texts.missingText}
        </EmptyState>
      </>
    )
  const form = read.data
  const isSigned = form.signedAt !== null
  const isJustSigned = isSigned && wasOpen.current
  if (!isSigned) wasOpen.current = true
  return (
    <>
      {heading(form.title)}
      <div className="mt-6">
        {isSigned ? (
          <div className="max-w-160 space-y-5">
            {isJustSigned && (
              <Notice tone="success" title={texts.done}>
                <p>{texts.doneText(clinic.name)}</p>
              </Notice>
            )}
            <FormPdfButton requestId={form.id} title={form.title} />
            <Card>
              <AnsweredForm form={form} />
            </Card>
          </div>
        ) : (
          <FillForm clinic={clinic} form={form} owner={owner} patient={patient} />
        )}
      </div>
    </>
  )
}
