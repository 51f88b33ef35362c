import { createPrice } from '../billing/prices.ts'
import { del, get, list, post } from '../kernel/endpoint.ts'
import {
  boolean,
  fields,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
} from '../kernel/params.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest, missingParameter } from '../world/stripe-failure.ts'

export const productEndpoints = [
  post(
    'products',
    { name: required(text), description: text, metadata, active: boolean, id: text },
    (scope, params) => createProduct(scope, params),
  ),
  list('products', { active: boolean }, (scope, { active }) =>
    scope.all('product').filter((each) => active === undefined || each.active === active),
  ),
  post('products/:id', { name: text, description: text, metadata, active: boolean }, (scope, params, id) => {
    const before = scope.must('product', id)
    if (params.name === null) throw invalidRequest('A product needs a name.', { param: 'name' })
    return scope.update(
      'product',
      id,
      {
        name: params.name ?? before.name,
        description: params.description === undefined ? before.description : params.description,
        active: params.active ?? before.active,
        metadata: mergeMetadata(before.metadata, params.metadata),
        updated: scope.now,
      },
      'product.updated',
    )
  }),
  del('products/:id', {}, (scope, _, id) => {
    const product = scope.must('product', id)
    if (scope.all('price').some((price) => price.product === id)) {
      throw invalidRequest('This product cannot be deleted because it has one or more user-created prices.')
    }
    scope.emit('product.deleted', product)
    scope.update('product', id, { _deleted: true })
    return { id, object: 'product', deleted: true }
  }),
  get('products/:id', {}, (scope, _, id) => scope.must('product', id)),
]

interface NewProduct {
  name: string
  description?: string | null | undefined
  metadata?: Record<string, string | null> | null | undefined
  active?: boolean | undefined
  id?: string | null | undefined
}

function createProduct(scope: Scope, given: NewProduct) {
  return scope.add(
    'product',
    {
      ...(given.id ? { id: given.id } : {}),
      active: given.active ?? true,
      default_price: null,
      description: given.description ?? null,
      metadata: mergeMetadata({}, given.metadata),
      name: given.name,
      tax_code: null,
      type: 'service',
      updated: scope.now,
    },
    'product.created',
  )
}

const recurring = fields({
  interval: required(oneOf('day', 'week', 'month', 'year')),
  interval_count: integer,
})

export const priceEndpoints = [
  post(
    'prices',
    {
      product: text,
      product_data: fields({ name: required(text), metadata, active: boolean, id: text }),
      currency: required(text),
      unit_amount: required(integer),
      recurring,
      lookup_key: text,
      nickname: text,
      metadata,
      active: boolean,
    },
    (scope, params) => {
      const product = params.product_data ? createProduct(scope, params.product_data).id : params.product
      if (!product) throw missingParameter('product')
      const lookupKey = params.lookup_key ?? null
      if (lookupKey) assertFree(scope, lookupKey)
      return createPrice(
        scope,
        { currency: params.currency, unit_amount: params.unit_amount, product, recurring: params.recurring },
        {
          active: params.active ?? true,
          lookup_key: lookupKey,
          metadata: mergeMetadata({}, params.metadata),
          nickname: params.nickname ?? null,
        },
      )
    },
  ),
  list(
    'prices',
    {
      product: text,
      active: boolean,
      type: oneOf('one_time', 'recurring'),
      lookup_keys: listOf(required(text)),
    },
    (scope, { product, active, type, lookup_keys: keys }) =>
      scope
        .all('price')
        .filter((each) => !product || each.product === product)
        .filter((each) => active === undefined || each.active === active)
        .filter((each) => !type || each.type === type)
        .filter((each) => !keys || (each.lookup_key !== null && keys.includes(each.lookup_key))),
  ),
  post('prices/:id', { active: boolean, metadata }, (scope, params, id) => {
    const before = scope.must('price', id)
    return scope.update(
      'price',
      id,
      {
        active: params.active ?? before.active,
        metadata: mergeMetadata(before.metadata, params.metadata),
      },
      'price.updated',
    )
  }),
  get('prices/:id', {}, (scope, _, id) => scope.must('price', id)),
]

/** A lookup key names one price. */
function assertFree(scope: Scope, key: string) {
  const holder = scope.all('price').find((each) => each.lookup_key === key)
  if (!holder) return
  throw invalidRequest(
    `A price (\`${holder.id}\`) already uses that lookup key (\`${key}\`). Pass \`transfer_lookup_key=true\` to transfer it.`,
    { param: 'lookup_key' },
  )
}
