import { useQuery } from '@tanstack/react-query'
import { personTab } from '#domain/paths.ts'
import { agesFrom, invoiceAge, invoiceAges } from '#domain/reports/open-invoices.ts'
import { reportTexts } from '#domain/texts/reports.ts'
import { formatMoney } from '#domain/values/money.ts'
import { dateIn } from '#domain/values/zones.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Cell, Heads, Table } from '#web/components/ui/table.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { type OpenInvoice, openInvoicesQuery } from './queries.ts'

const texts = reportTexts.open
const { columns } = texts

/** All open invoices with their age; independent of the chosen period. */
export function OpenInvoices({ clinic, today }: { clinic: Clinic; today: string }) {
  const invoices = useQuery(openInvoicesQuery(clinic.subdomain))
  if (invoices.isPending)
    return (
      <Loading>
        <Skeleton className="h-40 rounded-card" />
      </Loading>
    )
  if (!invoices.data) return <ErrorState title={texts.failed} onRetry={() => void invoices.refetch()} />
  if (invoices.data.length === 0) return <SectionCard title={texts.title} note={texts.empty} />
  return (
    <section>
      <h2 className="font-display text-h3 font-medium">{texts.title}</h2>
      <p className="mt-1 mb-4 text-form text-muted">{texts.lead}</p>
      <Listed invoices={invoices.data} clinic={clinic} today={today} />
    </section>
  )
}

function Listed({
  invoices,
  clinic: { time_zone: timeZone, currency },
  today,
}: {
  invoices: readonly OpenInvoice[]
  clinic: Clinic
  today: string
}) {
  const may = useCan()
  const ageOf = (invoice: OpenInvoice) => invoiceAge(dateIn(new Date(agesFrom(invoice)), timeZone), today)
  const sumOf = (age: (typeof invoiceAges)[number]) =>
    invoices.reduce((sum, each) => (ageOf(each) === age ? sum + each.openCents : sum), 0)
  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-5">
        {invoiceAges.map((age) => (
          <div key={age}>
            <dt className="text-note text-muted">{texts.ages[age]}</dt>
            <dd className="font-semibold tabular-nums">{formatMoney(sumOf(age), currency)}</dd>
          </div>
        ))}
      </dl>
      <Table label={texts.title}>
        <Heads
          of={[
            ...[columns.patient, columns.invoice, columns.due, columns.age],
            { text: columns.amount, align: 'end' },
          ]}
        />
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.id}>
              <Cell phone="title">
                {may('patients:read') ? (
                  <TextLink to={withClinic(personTab(invoice.patientId, 'money'))} className="break-words">
                    {invoice.patientName ?? texts.unknownPatient}
                  </TextLink>
                ) : (
                  (invoice.patientName ?? texts.unknownPatient)
                )}
              </Cell>
              <Cell className="whitespace-nowrap">{invoice.number ?? texts.noNumber}</Cell>
              <Cell phone="note">
                {!invoice.dueAt ? texts.issued : ageOf(invoice) === 'current' ? texts.due : texts.overdue}{' '}
                <DateText value={agesFrom(invoice)} timeZone={timeZone} />
              </Cell>
              <Cell phone="badge" className="max-sm:text-note max-sm:text-muted">
                {texts.ages[ageOf(invoice)]}
              </Cell>
              <Cell phone="amount" align="end">
                <MoneyText cents={invoice.openCents} currency={invoice.currency} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
