import { shapes } from '../schema/shapes.generated.ts'
import { idPrefixes, newId } from './ids.ts'
import { present } from './present.ts'
import { previousAttributes } from './previous-attributes.ts'
import type { ObjectName, Records } from './records.ts'
import { noSuch, StripeFailure } from './stripe-failure.ts'
import type { World } from './world.ts'

/** The platform's account; its objects have no account id. */
export const platform = 'platform'

/** The pinned API version (docs/payments.md 5). */
export const apiVersion = '2026-10-28.endive'

export interface PageLook {
  name: string
  initials: string
  /** The primary color in the light and the dark theme, as #rrggbb. */
  light: string
  dark: string
}

/** The API request that causes a change; null if time or a hosted page causes it. */
export interface RequestOrigin {
  id: string
  idempotencyKey: string | null
}

/**
 * `now` is in Unix seconds: the sandbox's time, a test clock's for objects on one, or the moment at which a task
 * became due.
 */
export class Scope {
  readonly world: World
  readonly account: string
  readonly now: number
  readonly pagesUrl: string
  readonly origin: RequestOrigin | null
  /** The look of the account's hosted pages; null: the platform's. */
  readonly look: PageLook | null

  constructor(
    world: World,
    account: string,
    now: number,
    pagesUrl: string,
    origin: RequestOrigin | null,
    look: PageLook | null = null,
  ) {
    this.world = world
    this.account = account
    this.now = now
    this.pagesUrl = pagesUrl
    this.origin = origin
    this.look = look
  }

  at(now: number): Scope {
    return now === this.now
      ? this
      : new Scope(this.world, this.account, now, this.pagesUrl, this.origin, this.look)
  }

  in(account: string): Scope {
    return account === this.account
      ? this
      : new Scope(this.world, account, this.now, this.pagesUrl, this.origin, this.look)
  }

  get isPlatform(): boolean {
    return this.account === platform
  }

  /** Includes deleted records, because other objects may refer to them. */
  find<Name extends ObjectName>(object: Name, id: string | null | undefined): Records[Name] | undefined {
    const record = id ? this.world.get(this.account, id) : undefined
    return record?.object === object ? (record as unknown as Records[Name]) : undefined
  }

  /**
   * The existing record.
   * @throws StripeFailure `resource_missing`, also for another account's ids
   */
  must<Name extends ObjectName>(object: Name, id: string, param?: string): Records[Name] {
    const record = this.find(object, id)
    if (!record || ('_deleted' in record && record._deleted)) throw noSuch(object, id, param)
    return record
  }

  /** Oldest first, without deleted ones. */
  all<Name extends ObjectName>(object: Name): Records[Name][] {
    const records = this.world.all(this.account, object) as unknown as Records[Name][]
    return records.filter((record) => !('_deleted' in record && record._deleted))
  }

  /** Fields that are not given are empty. */
  build<Name extends ObjectName>(object: Name, given: Partial<Records[Name]>): Records[Name] {
    const shape = shapes[object]
    return {
      ...shape,
      id: newId(idPrefixes[object]),
      object,
      ...(!shape || 'created' in shape ? { created: this.now } : {}),
      ...given,
    } as unknown as Records[Name]
  }

  add<Name extends ObjectName>(object: Name, given: Partial<Records[Name]>, event?: string): Records[Name] {
    const record = this.build(object, given)
    if (this.world.get(this.account, record.id)) {
      throw new StripeFailure(400, {
        type: 'invalid_request_error',
        code: 'resource_already_exists',
        message: `${object} already exists with id ${record.id}.`,
      })
    }
    this.world.put(this.account, record)
    if (event) this.emit(event, record)
    return this.must(object, record.id)
  }

  /** Returns the new state. */
  update<Name extends ObjectName>(
    object: Name,
    id: string,
    change: Partial<Records[Name]>,
    event?: string,
  ): Records[Name] {
    const before = this.find(object, id)
    if (!before) throw new Error(`The sandbox lost ${object} ${id}`)
    const after = { ...before, ...change }
    this.world.put(this.account, after)
    if (event) this.emit(event, after, before)
    return after
  }

  remove(id: string) {
    this.world.remove(this.account, id)
  }

  /** @param before the record's state before the change, for `previous_attributes` */
  emit(type: string, record: { id: string }, before?: { id: string }) {
    const object = present(this, record)
    const previous = before && previousAttributes(present(this, before), object)
    const event = this.build('event', {
      type,
      api_version: apiVersion,
      data: {
        object: object as never,
        ...(previous ? { previous_attributes: previous as never } : {}),
      },
      request: this.origin
        ? { id: this.origin.id, idempotency_key: this.origin.idempotencyKey }
        : { id: null, idempotency_key: null },
      ...(this.isPlatform ? {} : { account: this.account }),
    })
    const endpoints = this.#listeners(type)
    this.world.put(this.account, { ...event, pending_webhooks: endpoints.length } as typeof event)
    for (const { account, id } of endpoints) {
      this.in(platform).add('webhook_delivery', {
        event: event.id,
        event_account: this.account,
        endpoint: id,
        endpoint_account: account,
        attempts: 0,
        due: this.now,
      })
    }
  }

  /**
   * An endpoint with `connect` gets events of connected accounts only, one without it those of the account that created it
   * (docs/payments.md 3).
   */
  #listeners(type: string): { account: string; id: string }[] {
    const endpointsOf = (scope: Scope, isConnect: boolean) =>
      scope
        .all('webhook_endpoint')
        .filter(({ _connect, status }) => _connect === isConnect && status === 'enabled')
        .filter(({ enabled_events: wanted }) => wanted.includes('*') || wanted.includes(type))
        .map(({ id }) => ({ account: scope.account, id }))
    const own = endpointsOf(this, false)
    if (this.isPlatform) return own
    // The platform gets no events of an account that disconnected it.
    const isConnected = !this.in(platform).find('account', this.account)?._deleted
    return isConnected ? [...own, ...endpointsOf(this.in(platform), true)] : own
  }

  onClockOf(customerId: string | null | undefined): Scope {
    const customer = this.find('customer', customerId)
    const clock = this.find('test_helpers.test_clock', customer?.test_clock)
    return clock ? this.at(clock.frozen_time) : this
  }
}
