import type { ClinicTier } from '#domain/clinic-tier/clinic-tier.ts'
import { productPlans } from '#domain/clinic-tier/product-plans.ts'
import { type TierFeature, tierFeatures, tierIncludes } from '#domain/clinic-tier/tier-features.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { formatPrice } from '#domain/values/money.ts'
import { Table } from '#web/components/ui/table.tsx'

const texts = clinicTierTexts.pricing.compare

/** Compares the three plans and the partnership by their differences. Only on wide screens (docs/look.md "Pages"). */
export function ComparisonTable() {
  const rows = [
    {
      label: texts.price,
      partnership: formatPrice(0, 'usd'),
      values: productPlans.map(({ monthlyCents }) => formatPrice(monthlyCents, 'usd')),
    },
    {
      label: texts.commission,
      partnership: texts.commissionOf,
      values: productPlans.map(() => texts.noCommission),
    },
    {
      label: texts.subscribers,
      partnership: texts.noLimit,
      values: productPlans.map(({ id }) => {
        const cap = tierIncludes[id].subscribers
        return cap === null ? texts.noLimit : texts.upTo(cap)
      }),
    },
    ...tierFeatures.map((feature) => ({
      label: texts.features[feature],
      partnership: includedIn('free', feature),
      values: productPlans.map(({ id }) => includedIn(id, feature)),
    })),
  ]
  return (
    <section className="mt-14 hidden md:block">
      <h2 className="mb-4 font-display text-h3 font-medium">{texts.title}</h2>
      <Table label={texts.title}>
        <thead>
          <tr>
            <th scope="col">{texts.plan}</th>
            <th scope="col">{texts.partnership}</th>
            {productPlans.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, partnership, values }) => (
            <tr key={label}>
              <th scope="row" className="text-left font-semibold">
                {label}
              </th>
              <td>{partnership}</td>
              {productPlans.map(({ id }, index) => (
                <td key={id}>{values[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-3 text-form text-muted">{texts.rest}</p>
    </section>
  )
}

function includedIn(tier: ClinicTier, feature: TierFeature): string {
  return tierIncludes[tier].features.includes(feature) ? texts.included : texts.notIncluded
}
