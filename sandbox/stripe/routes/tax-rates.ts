import { get, list, post } from '../kernel/endpoint.ts'
import { boolean, decimal, mergeMetadata, metadata, oneOf, required, text } from '../kernel/params.ts'
import { invalidRequest } from '../world/stripe-failure.ts'

const words = { country: text, state: text, jurisdiction: text, description: text }
const kind = oneOf('gst', 'hst', 'pst', 'qst', 'rst', 'sales_tax', 'service_tax', 'vat')

export const taxRateEndpoints = [
  post(
    'tax_rates',
    {
      display_name: required(text),
      inclusive: required(boolean),
      percentage: required(decimal),
      active: boolean,
      tax_type: kind,
      metadata,
      ...words,
    },
    (scope, params) => {
      const { percentage } = params
      if (percentage < 0 || percentage > 100 || !/^\d+(\.\d{1,4})?$/.test(String(percentage))) {
        throw invalidRequest('Invalid percentage: must be from 0 to 100 with at most 4 decimals', {
          param: 'percentage',
        })
      }
      return scope.add(
        'tax_rate',
        {
          active: params.active ?? true,
          country: params.country ?? null,
          description: params.description ?? null,
          display_name: params.display_name,
          effective_percentage: null,
          inclusive: params.inclusive,
          jurisdiction: params.jurisdiction ?? null,
          metadata: mergeMetadata({}, params.metadata),
          percentage,
          rate_type: 'percentage',
          state: params.state ?? null,
          tax_type: params.tax_type ?? null,
        },
        'tax_rate.created',
      )
    },
  ),
  list('tax_rates', { active: boolean, inclusive: boolean }, (scope, { active, inclusive }) =>
    scope
      .all('tax_rate')
      .filter((each) => active === undefined || each.active === active)
      .filter((each) => inclusive === undefined || each.inclusive === inclusive),
  ),
  get('tax_rates/:id', {}, (scope, _, id) => scope.must('tax_rate', id)),
  post(
    'tax_rates/:id',
    { active: boolean, display_name: text, tax_type: kind, metadata, ...words },
    (scope, params, id) => {
      const before = scope.must('tax_rate', id)
      return scope.update(
        'tax_rate',
        id,
        {
          active: params.active ?? before.active,
          display_name: params.display_name ?? before.display_name,
          tax_type: params.tax_type ?? before.tax_type,
          country: params.country === undefined ? before.country : params.country,
          state: params.state === undefined ? before.state : params.state,
          jurisdiction: params.jurisdiction === undefined ? before.jurisdiction : params.jurisdiction,
          description: params.description === undefined ? before.description : params.description,
          metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
        },
        'tax_rate.updated',
      )
    },
  ),
]
