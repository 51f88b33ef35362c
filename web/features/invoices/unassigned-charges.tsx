import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { formatMoney } from '#domain/values/money.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { PatientChoice } from '#web/components/people/patient-choice.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Cell, Heads, Table } from '#web/components/ui/table.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { type UnassignedCharge, unassignedChargesQuery } from './queries.ts'

const texts = clinicInvoiceTexts.unassigned

export function UnassignedCharges({ clinic }: { clinic: Clinic }) {
  const charges = useQuery(unassignedChargesQuery(clinic.subdomain))
  const [chosen, choose] = useState<UnassignedCharge | null>(null)
  if (charges.isError) return <ErrorState title={texts.loadFailed} onRetry={() => void charges.refetch()} />
  if (!charges.data?.length) return null
  return (
    <section>
      <h2 className="mb-2 font-display text-h3 font-medium">{texts.title}</h2>
      <p className="mb-4 text-muted">{texts.lead}</p>
      <Table label={texts.title}>
        <Heads
          of={[
            texts.columns.payer,
            texts.columns.date,
            { text: texts.columns.amount, align: 'end' },
            texts.columns.action,
          ]}
        />
        <tbody>
          {charges.data.map((charge) => (
            <tr key={charge.id}>
              <Cell phone="title">
                <span className="break-words">{payerOf(charge)}</span>
              </Cell>
              <Cell phone="note">
                <DateText value={charge.charged_at} timeZone={clinic.time_zone} />
              </Cell>
              <Cell phone="amount" align="end">
                <MoneyText cents={charge.amount_cents} currency={charge.currency} />
              </Cell>
              <Cell phone="below">
                <Button
                  variant="outline"
                  className="max-sm:mr-2"
                  aria-label={texts.assignOne(payerOf(charge), amountOf(charge))}
                  onClick={() => choose(charge)}
                >
                  {texts.assign}
                </Button>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {chosen && <AssignDialog charge={chosen} clinic={clinic} onClose={() => choose(null)} />}
    </section>
  )
}

function AssignDialog({
  charge,
  clinic,
  onClose,
}: {
  charge: UnassignedCharge
  clinic: Clinic
  onClose(): void
}) {
  const refresh = useRefreshClinic()
  const queries = useQueryClient()
  const [patient, setPatient] = useState<{ id: string; name: string } | null>(null)
  const assign = useMutation({
    mutationFn: (patientId: string | null) =>
      callFunction('assign-charge', { chargeId: charge.id, patientId }),
    onSuccess: (_, patientId) => {
      toast.success(patientId ? texts.assigned : texts.setAside)
      onClose()
    },
    onError: (error) => toast.error(texts.failedTitle, describeRefusal(error, texts.failed)),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: unassignedChargesQuery(clinic.subdomain).queryKey })
      await refresh()
    },
  })
  return (
    <AlertDialog
      open
      onOpenChange={(open) => open || assign.isPending || onClose()}
      title={texts.question(amountOf(charge))}
      consequence={texts.consequence(payerOf(charge))}
      safeLabel={texts.keep}
      actionLabel={patient ? texts.assignTo(patient.name) : texts.setAsideAction}
      actionVariant={patient ? 'primary' : 'danger'}
      isBusy={assign.isPending}
      onAction={() => assign.mutate(patient?.id ?? null)}
    >
      <div className="mt-4">
        <Field label={texts.patient} isOptional>
          {(control) => (
            <PatientChoice slug={clinic.subdomain} control={control} chosen={patient} onChoose={setPatient} />
          )}
        </Field>
      </div>
    </AlertDialog>
  )
}

function payerOf({ payer_name: name, payer_email: email, card_last4: last4 }: UnassignedCharge): string {
  return [name, email].filter(Boolean).join(', ') || (last4 ? texts.card(last4) : texts.unknown)
}

const amountOf = (charge: UnassignedCharge) => formatMoney(charge.amount_cents, charge.currency)
