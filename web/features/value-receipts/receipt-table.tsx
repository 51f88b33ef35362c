import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import type { ValueReceipt } from '#domain/value-receipts/value-receipts.ts'
import { formatMoney } from '#domain/values/money.ts'
import { DateText } from '#web/components/date-text.tsx'
import { outcomeInText, serviceInText, spanInText } from './receipt-words.ts'

const texts = valueReceiptTexts.receipt

/** Services used in a period at the clinic's prices, the amount paid, and the conclusion. */
export function ReceiptTable({ receipt }: { receipt: ValueReceipt }) {
  const { lines, currency, valueCents, paidCents, people, madeAt } = receipt
  return (
    <div>
      <p className="font-display text-h3 font-medium">{outcomeInText(receipt)}</p>
      {lines.length > 0 && <Lines receipt={receipt} />}
      <dl className="mt-4 border-t border-control pt-3 text-form">
        <Total label={texts.value} amount={formatMoney(valueCents, currency)} />
        <Total
          label={people > 1 ? texts.paidShared(people) : texts.paid}
          amount={formatMoney(paidCents, currency)}
        />
      </dl>
      <p className="mt-4 text-note text-muted">
        {texts.asOf} <DateText value={madeAt} />. {texts.note}
      </p>
    </div>
  )
}

function Total({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex justify-between gap-3 py-1 font-semibold">
      <dt className="min-w-0 break-words">{label}</dt>
      <dd className="tabular-nums">{amount}</dd>
    </div>
  )
}

function Lines({ receipt }: { receipt: ValueReceipt }) {
  const { lines, currency } = receipt
  return (
    <table aria-label={spanInText(receipt)} className="mt-4 w-full text-form">
      <thead>
        <tr className="text-left text-note text-muted">
          <th scope="col" className="py-2 pr-4">
            {texts.service}
          </th>
          <th scope="col" className="py-2 pr-4 text-right">
            {texts.count}
          </th>
          <th scope="col" className="py-2 pr-4 text-right max-sm:hidden print:table-cell">
            {texts.price}
          </th>
          <th scope="col" className="py-2 text-right">
            {texts.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.service} className="border-t border-line align-top">
            <th scope="row" className="py-2.5 pr-4 text-left font-semibold break-words">
              {serviceInText(line)}
            </th>
            <td className="py-2.5 pr-4 text-right tabular-nums">{line.count}</td>
            <td className="py-2.5 pr-4 text-right tabular-nums max-sm:hidden print:table-cell">
              {line.priceCents === null ? texts.noPrice : formatMoney(line.priceCents, currency)}
            </td>
            <td className="py-2.5 text-right tabular-nums">
              {line.priceCents === null ? (
                <span className="sm:hidden print:hidden">{texts.noPrice}</span>
              ) : (
                formatMoney(line.count * line.priceCents, currency)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
