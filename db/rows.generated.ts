// Generated from the migrations by `npm run schema`. Do not edit.

type Table<Row, Optional extends keyof Row, Generated extends keyof Row, Relationships> = {
  Row: Row
  Insert: Omit<Row, Optional | Generated> & Partial<Pick<Row, Optional>>
  Update: Partial<Omit<Row, Generated>>
  Relationships: Relationships
}

export type Tables = {
  api_keys: Table<{
    id: string
    clinic_id: string
    name: string
    resources: string[]
    secret_hash: string | null
    public_keys: unknown | null
    has_secret: boolean
    created_by: string | null
    created_at: string
    ends_on: string | null
    last_used_on: string | null
    revoked_at: string | null
    revoked_by: string | null
  }, 'id' | 'secret_hash' | 'public_keys' | 'created_by' | 'ends_on' | 'last_used_on' | 'revoked_at' | 'revoked_by', 'has_secret', [
    { foreignKeyName: 'api_keys_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  appointment_changes: Table<{
    id: string
    clinic_id: string
    patient_id: string
    appointment_id: string
    kind: 'booked' | 'requested' | 'accepted' | 'moved' | 'changed' | 'arrived' | 'started' | 'completed' | 'no_show' | 'reopened' | 'canceled' | 'confirmed' | 'unconfirmed'
    changed_at: string
    changed_by: string | null
    starts_at: string
    duration_minutes: number
    type: string
    provider_id: string | null
    time_zone: string
    was_starts_at: string | null
    was_provider_id: string | null
    reason: string | null
    sequence: number
    version: number
    status: string
    room_id: string | null
    series_plan: unknown | null
    confirmed_at: string | null
    confirmed_through: string | null
    is_patient_notified: boolean
    notified_providers: string[]
  }, 'id' | 'changed_by' | 'provider_id' | 'was_starts_at' | 'was_provider_id' | 'reason' | 'room_id' | 'series_plan' | 'confirmed_at' | 'confirmed_through' | 'is_patient_notified' | 'notified_providers', never, [
    { foreignKeyName: 'appointment_changes_appointment_fkey'; columns: ['clinic_id', 'appointment_id']; isOneToOne: false; referencedRelation: 'appointments'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'appointment_changes_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'appointment_changes_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  appointment_series: Table<{
    id: string
    clinic_id: string
    patient_id: string
    every_days: number | null
    every_weeks: number | null
    weekdays: number[] | null
    every_months: number | null
    nth: number | null
    created_by: string | null
    created_at: string
  }, 'id' | 'every_days' | 'every_weeks' | 'weekdays' | 'every_months' | 'nth' | 'created_by' | 'created_at', never, [
    { foreignKeyName: 'appointment_series_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'appointment_series_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  appointment_type_plans: Table<{
    id: string
    clinic_id: string
    type_key: string
    plan_id: string
  }, 'id', never, [
    { foreignKeyName: 'appointment_type_plans_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'appointment_type_plans_plan_fkey'; columns: ['clinic_id', 'plan_id']; isOneToOne: false; referencedRelation: 'plans'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'appointment_type_plans_type_fkey'; columns: ['clinic_id', 'type_key']; isOneToOne: false; referencedRelation: 'appointment_types'; referencedColumns: ['clinic_id', 'key'] },
  ]>
  appointment_types: Table<{
    clinic_id: string
    key: string
    name: string
    duration_minutes: number
    before_minutes: number
    after_minutes: number
    place: 'in_person' | 'phone' | 'video'
    video_link: string | null
    patients_book: 'no' | 'request' | 'yes'
    min_notice_minutes: number
    max_notice_days: number
    cancel_window_hours: number
    cancel_policy: string
    bring: string
    late_cancel_fee_cents: number | null
    no_show_fee_cents: number | null
    fee_text: string
    position: number
    is_active: boolean
    version: number
    created_at: string
    updated_at: string
  }, 'before_minutes' | 'after_minutes' | 'place' | 'video_link' | 'patients_book' | 'min_notice_minutes' | 'max_notice_days' | 'cancel_window_hours' | 'cancel_policy' | 'bring' | 'late_cancel_fee_cents' | 'no_show_fee_cents' | 'fee_text' | 'position' | 'is_active' | 'version' | 'created_at' | 'updated_at', never, [
    { foreignKeyName: 'appointment_types_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  appointments: Table<{
    id: string
    clinic_id: string
    patient_id: string
    type: string
    starts_at: string
    time_zone: string
    date: string
    time: string
    duration_minutes: number
    notes: string | null
    status: 'requested' | 'upcoming' | 'completed' | 'canceled' | 'no_show'
    created_at: string
    updated_at: string
    provider_id: string | null
    room_id: string | null
    series_id: string | null
    place: 'in_person' | 'phone' | 'video'
    ends_at: string
    before_minutes: number
    after_minutes: number
    arrived_at: string | null
    started_at: string | null
    finished_at: string | null
    confirmed_at: string | null
    confirmed_through: 'link' | 'portal' | 'desk' | null
    canceled_at: string | null
    canceled_by: string | null
    canceled_by_patient: boolean
    canceled_late: boolean
    cancel_reason: string | null
    booked_by: string | null
    booked_by_patient: boolean
    sequence: number
    series_plan: unknown | null
    version: number
  }, 'id' | 'clinic_id' | 'notes' | 'status' | 'created_at' | 'updated_at' | 'provider_id' | 'room_id' | 'series_id' | 'place' | 'before_minutes' | 'after_minutes' | 'arrived_at' | 'started_at' | 'finished_at' | 'confirmed_at' | 'confirmed_through' | 'canceled_at' | 'canceled_by' | 'canceled_by_patient' | 'canceled_late' | 'cancel_reason' | 'booked_by' | 'booked_by_patient' | 'sequence' | 'series_plan' | 'version', never, [
    { foreignKeyName: 'appointments_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'appointments_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'appointments_provider_fkey'; columns: ['clinic_id', 'provider_id']; isOneToOne: false; referencedRelation: 'providers'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'appointments_room_fkey'; columns: ['clinic_id', 'room_id']; isOneToOne: false; referencedRelation: 'rooms'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'appointments_series_fkey'; columns: ['clinic_id', 'series_id']; isOneToOne: false; referencedRelation: 'appointment_series'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'appointments_type_fkey'; columns: ['clinic_id', 'type']; isOneToOne: false; referencedRelation: 'appointment_types'; referencedColumns: ['clinic_id', 'key'] },
  ]>
  balance_movements: Table<{
    id: string
    clinic_id: string
    kind: 'charge' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_returned' | 'fee' | 'payout' | 'payout_returned' | 'other'
    gross_cents: number
    fee_cents: number
    net_cents: number
    currency: string
    occurred_at: string
    available_at: string
    source_id: string | null
    payment_id: string | null
    payout_id: string | null
  }, 'source_id' | 'payment_id' | 'payout_id', never, [
    { foreignKeyName: 'balance_movements_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'balance_movements_payment_fkey'; columns: ['clinic_id', 'payment_id']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'balance_movements_payout_fkey'; columns: ['clinic_id', 'payout_id']; isOneToOne: false; referencedRelation: 'payouts'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  billing_addresses: Table<{
    clinic_id: string
    name: string
    line1: string
    line2: string | null
    city: string
    state: string
    postal_code: string
    country: 'US' | 'CA'
    version: number
    updated_at: string
    synced_at: string | null
  }, 'line2' | 'version' | 'updated_at' | 'synced_at', never, [
    { foreignKeyName: 'billing_addresses_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: true; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  book_accounts: Table<{
    clinic_id: string
    account: string
    name: string
  }, never, never, [
    { foreignKeyName: 'book_accounts_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  broadcasts: Table<{
    id: string
    clinic_id: string
    channel: 'portal' | 'mail' | 'text'
    purpose: 'care' | 'marketing'
    audience: 'members' | 'plan' | 'visit' | 'provider'
    audience_name: string
    subject: string
    body: string
    author_id: string | null
    author_name: string
    attempt: string
    status: 'sending' | 'stopped' | 'sent'
    created_at: string
    ended_at: string | null
  }, 'id' | 'author_id' | 'status' | 'ended_at', never, [
    { foreignKeyName: 'broadcasts_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  care_plan_templates: Table<{
    id: string
    clinic_id: string
    title: string
    description: string
    body: unknown
    changed_by: string | null
    version: number
    updated_at: string
  }, 'id' | 'description' | 'changed_by' | 'version', never, [
    { foreignKeyName: 'care_plan_templates_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  care_plans: Table<{
    clinic_id: string
    patient_id: string
    body: unknown
    changed_by: string | null
    version: number
    updated_at: string
  }, 'changed_by' | 'version', never, [
    { foreignKeyName: 'care_plans_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'care_plans_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: true; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  clinic_billing: Table<{
    clinic_id: string
    rate_bps: number
    time_zone: string
    tier: 'free' | 'starter' | 'professional' | 'enterprise'
    stripe_customer: string | null
    stripe_subscription: string | null
    subscription_status: string | null
    current_period_start: string | null
    current_period_end: string | null
    cancel_at_period_end: boolean
    read_no: number
    created_at: string
    updated_at: string
    card_method: string | null
    card_brand: string | null
    card_last4: string | null
    card_exp_month: number | null
    card_exp_year: number | null
    card_read_no: number
  }, 'rate_bps' | 'tier' | 'stripe_customer' | 'stripe_subscription' | 'subscription_status' | 'current_period_start' | 'current_period_end' | 'cancel_at_period_end' | 'read_no' | 'created_at' | 'updated_at' | 'card_method' | 'card_brand' | 'card_last4' | 'card_exp_month' | 'card_exp_year' | 'card_read_no', never, [
    { foreignKeyName: 'clinic_billing_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: true; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  clinic_brands: Table<{
    clinic_id: string
    color: string | null
    light: string | null
    dark: string | null
    hides_carefold: boolean
    version: number
    updated_at: string
    shown_until: string | null
  }, 'color' | 'light' | 'dark' | 'version' | 'shown_until', never, [
    { foreignKeyName: 'clinic_brands_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: true; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  clinic_invoices: Table<{
    id: string
    clinic_id: string
    kind: 'commission' | 'tier' | 'other'
    statement_id: string | null
    number: string | null
    status: 'open' | 'paid' | 'void' | 'uncollectible'
    currency: string
    total_cents: number
    amount_paid_cents: number
    amount_due_cents: number
    refunded_cents: number
    period_start: string
    period_end: string
    issued_at: string
    paid_at: string | null
    due_at: string | null
    attempt_count: number
    last_attempt_at: string | null
    next_attempt_at: string | null
    last_method: string | null
    past_due_at: string | null
    failure_code: string | null
    stopped_mailed_at: string | null
    read_no: number
    failed_mailed_at: string | null
  }, 'statement_id' | 'number' | 'refunded_cents' | 'paid_at' | 'due_at' | 'attempt_count' | 'last_attempt_at' | 'next_attempt_at' | 'last_method' | 'past_due_at' | 'failure_code' | 'stopped_mailed_at' | 'read_no' | 'failed_mailed_at', never, [
    { foreignKeyName: 'clinic_invoices_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'clinic_invoices_statement_fkey'; columns: ['clinic_id', 'statement_id']; isOneToOne: true; referencedRelation: 'statements'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  clinic_mail: Table<{
    clinic_id: string
    reply_to: string | null
    version: number
    updated_at: string
  }, 'reply_to' | 'version', never, [
    { foreignKeyName: 'clinic_mail_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: true; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  clinic_memberships: Table<{
    id: string
    clinic_id: string
    user_id: string | null
    role: 'admin' | 'staff' | 'member' | 'patient'
    status: 'active' | 'pending' | 'invited'
    is_owner: boolean
    is_read_only: boolean
    suspended_at: string | null
    accepted_at: string | null
    ended_at: string | null
    created_at: string
    updated_at: string
    permission_sets: string[]
    is_billing_only: boolean
    patient_id: string | null
  }, 'id' | 'user_id' | 'status' | 'is_owner' | 'is_read_only' | 'suspended_at' | 'accepted_at' | 'ended_at' | 'created_at' | 'updated_at' | 'permission_sets' | 'is_billing_only' | 'patient_id', never, [
    { foreignKeyName: 'clinic_memberships_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'clinic_memberships_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  clinic_places: Table<{
    id: string
    clinic_id: string
    place: string
    started_at: string
    ended_at: string | null
  }, 'id' | 'ended_at', never, [
    { foreignKeyName: 'clinic_places_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  clinic_security: Table<{
    clinic_id: string
    requires_mfa: boolean
    updated_at: string
  }, 'requires_mfa' | 'updated_at', never, [
    { foreignKeyName: 'clinic_security_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: true; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  clinic_taxes: Table<{
    id: string
    clinic_id: string
    name: string
    rate_ppm: number
    is_inclusive: boolean
    stripe_account: string
    stripe_rate: string
    started_at: string
    ended_at: string | null
    plan_kind: 'wellness' | 'uninsured' | null
  }, 'id' | 'ended_at' | 'plan_kind', never, [
    { foreignKeyName: 'clinic_taxes_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  clinics: Table<{
    id: string
    name: string
    subdomain: string
    time_zone: string
    currency: string
    bank_debit: 'us_bank_account' | 'acss_debit' | null
    color: 'evergreen' | 'lagoon' | 'indigo' | 'plum' | 'berry' | 'terracotta' | 'olive' | 'slate'
    tagline: string | null
    website: string | null
    about: string | null
    phone: string | null
    profile_completed_at: string | null
    join_page_viewed_at: string | null
    created_at: string
    updated_at: string
    opening_hours: unknown
  }, 'id' | 'time_zone' | 'currency' | 'bank_debit' | 'color' | 'tagline' | 'website' | 'about' | 'phone' | 'profile_completed_at' | 'join_page_viewed_at' | 'created_at' | 'updated_at' | 'opening_hours', never, [
  ]>
  consents: Table<{
    id: string
    clinic_id: string
    patient_id: string
    purpose: 'email' | 'sms_care' | 'appointment_reminders' | 'marketing' | 'terms' | 'privacy' | 'hipaa_authorization'
    is_given: boolean
    channel: 'web' | 'sms' | 'email' | 'complaint' | 'team' | 'age'
    version: string
    wording: string
    actor_id: string | null
    address: string | null
    request_id: string | null
    given_at: string
  }, 'id' | 'actor_id' | 'address' | 'request_id', never, [
    { foreignKeyName: 'consents_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'consents_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  contact_preferences: Table<{
    clinic_id: string
    patient_id: string
    email_notifications: boolean
    sms_notifications: boolean
    appointment_reminders: boolean
    marketing_communications: boolean
    version: number
    updated_at: string
    asked_anew_at: string | null
  }, 'email_notifications' | 'sms_notifications' | 'appointment_reminders' | 'marketing_communications' | 'version' | 'asked_anew_at', never, [
    { foreignKeyName: 'contact_preferences_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'contact_preferences_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: true; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  content_categories: Table<{
    id: string
    clinic_id: string
    name: string
    created_at: string
  }, 'id', never, [
    { foreignKeyName: 'content_categories_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  content_documents: Table<{
    clinic_id: string
    file_id: string
    state: 'waiting' | 'ready' | 'refused'
    reason: 'encrypted' | 'damaged' | 'no_pages' | 'too_many_pages' | 'too_slow' | 'too_large' | 'storage_full' | 'not_shared' | 'unavailable' | null
    page_count: number | null
    created_at: string
    updated_at: string
    external_id: string | null
    version_ids: string[]
    is_published: boolean
  }, 'state' | 'reason' | 'page_count' | 'external_id' | 'version_ids' | 'is_published', never, [
    { foreignKeyName: 'content_documents_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'content_documents_file_fkey'; columns: ['clinic_id', 'file_id']; isOneToOne: true; referencedRelation: 'files'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  content_items: Table<{
    id: string
    clinic_id: string
    type: 'article' | 'video' | 'pdf' | 'image' | 'presentation'
    status: 'draft' | 'published' | 'archived'
    title: string
    category: string
    description: string
    body: unknown
    cover_file_id: string | null
    read_minutes: number
    is_featured: boolean
    is_unchecked_example: boolean
    example_key: string | null
    has_unpublished_changes: boolean
    view_count: number
    author_id: string | null
    changed_by: string | null
    version: number
    created_at: string
    updated_at: string
    published_at: string | null
    deleted_at: string | null
  }, 'id' | 'status' | 'description' | 'cover_file_id' | 'read_minutes' | 'is_featured' | 'is_unchecked_example' | 'example_key' | 'has_unpublished_changes' | 'view_count' | 'author_id' | 'changed_by' | 'version' | 'published_at' | 'deleted_at', never, [
    { foreignKeyName: 'content_items_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'content_items_cover_fkey'; columns: ['clinic_id', 'cover_file_id']; isOneToOne: false; referencedRelation: 'files'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  content_library_shares: Table<{
    clinic_id: string
    with_clinic_id: string
    shared_by: string | null
    created_at: string
  }, 'shared_by', never, [
    { foreignKeyName: 'content_library_shares_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'content_library_shares_with_clinic_id_fkey'; columns: ['with_clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  content_pages: Table<{
    clinic_id: string
    document_id: string
    number: number
    file_id: string
    medium_file_id: string
    small_file_id: string
    width: number
    height: number
    text: string
    notes: string
    external_id: string | null
    version_ids: string[]
    is_published: boolean
  }, 'text' | 'notes' | 'external_id' | 'version_ids' | 'is_published', never, [
    { foreignKeyName: 'content_pages_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'content_pages_document_fkey'; columns: ['clinic_id', 'document_id']; isOneToOne: false; referencedRelation: 'content_documents'; referencedColumns: ['clinic_id', 'file_id'] },
    { foreignKeyName: 'content_pages_file_fkey'; columns: ['clinic_id', 'file_id']; isOneToOne: false; referencedRelation: 'files'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'content_pages_medium_file_fkey'; columns: ['clinic_id', 'medium_file_id']; isOneToOne: false; referencedRelation: 'files'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'content_pages_small_file_fkey'; columns: ['clinic_id', 'small_file_id']; isOneToOne: false; referencedRelation: 'files'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  content_readings: Table<{
    id: string
    clinic_id: string
    patient_id: string
    item_id: string
    position: number
    saved_at: string | null
    updated_at: string
    version_id: string | null
    farthest: number
    completed_at: string | null
    rating: number | null
    rated_at: string | null
    watched: unknown
    earlier_completed_at: string | null
  }, 'id' | 'position' | 'saved_at' | 'version_id' | 'farthest' | 'completed_at' | 'rating' | 'rated_at' | 'watched' | 'earlier_completed_at', never, [
    { foreignKeyName: 'content_readings_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'content_readings_item_fkey'; columns: ['clinic_id', 'item_id']; isOneToOne: false; referencedRelation: 'content_items'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'content_readings_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'content_readings_version_fkey'; columns: ['clinic_id', 'item_id', 'version_id']; isOneToOne: false; referencedRelation: 'content_versions'; referencedColumns: ['clinic_id', 'item_id', 'id'] },
  ]>
  content_version_files: Table<{
    clinic_id: string
    version_id: string
    file_id: string
    is_published: boolean
  }, 'is_published', never, [
    { foreignKeyName: 'content_version_files_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'content_version_files_file_fkey'; columns: ['clinic_id', 'file_id']; isOneToOne: false; referencedRelation: 'files'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'content_version_files_version_fkey'; columns: ['clinic_id', 'version_id']; isOneToOne: false; referencedRelation: 'content_versions'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  content_versions: Table<{
    id: string
    clinic_id: string
    item_id: string
    number: number
    type: 'article' | 'video' | 'pdf' | 'image' | 'presentation'
    title: string
    category: string
    description: string
    body: unknown
    cover_file_id: string | null
    read_minutes: number
    published_by: string | null
    published_at: string
    superseded_at: string | null
    team_notes: unknown | null
    is_published: boolean
  }, 'id' | 'description' | 'cover_file_id' | 'published_by' | 'superseded_at' | 'team_notes' | 'is_published', never, [
    { foreignKeyName: 'content_versions_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'content_versions_cover_fkey'; columns: ['clinic_id', 'cover_file_id']; isOneToOne: false; referencedRelation: 'files'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'content_versions_item_fkey'; columns: ['clinic_id', 'item_id']; isOneToOne: false; referencedRelation: 'content_items'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  content_views: Table<{
    id: string
    clinic_id: string
    item_id: string
    patient_id: string
    viewed_on: string
    viewed_at: string
  }, 'id', never, [
    { foreignKeyName: 'content_views_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'content_views_item_fkey'; columns: ['clinic_id', 'item_id']; isOneToOne: false; referencedRelation: 'content_items'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'content_views_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  coupons: Table<{
    id: string
    clinic_id: string
    code: string
    percent: number | null
    amount_cents: number | null
    currency: string
    duration: 'once' | 'repeating' | 'forever'
    months: number | null
    plan_id: string | null
    max_uses: number | null
    last_on: string | null
    closed_at: string | null
    created_at: string
  }, 'id' | 'percent' | 'amount_cents' | 'months' | 'plan_id' | 'max_uses' | 'last_on' | 'closed_at', never, [
    { foreignKeyName: 'coupons_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'coupons_plan_fkey'; columns: ['clinic_id', 'plan_id']; isOneToOne: false; referencedRelation: 'plans'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  credits: Table<{
    id: string
    clinic_id: string
    patient_id: string
    kind: 'given' | 'taken_back' | 'used' | 'returned' | 'other'
    amount_cents: number
    currency: string
    invoice_id: string | null
    reason: 'goodwill' | 'correction' | 'referral' | 'mistake' | 'agreed' | null
    occurred_at: string
    place: number
  }, 'invoice_id' | 'reason', never, [
    { foreignKeyName: 'credits_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'credits_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  disputes: Table<{
    id: string
    clinic_id: string
    stripe_account: string
    payment_id: string
    patient_id: string
    status: string
    reason: string
    amount_cents: number
    currency: string
    opened_at: string
    due_by: string | null
    is_answered: boolean
    evidence: string | null
    read_no: number
  }, 'due_by' | 'evidence' | 'read_no', never, [
    { foreignKeyName: 'disputes_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'disputes_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'disputes_payment_fkey'; columns: ['clinic_id', 'payment_id']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  fee_agreements: Table<{
    clinic_id: string
    from_month: string
    policy: 'partnership' | 'flat_month' | 'flat_member'
    fee_cents: number | null
    agreed_at: string
  }, 'fee_cents', never, [
    { foreignKeyName: 'fee_agreements_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  feedback: Table<{
    id: string
    clinic_id: string
    patient_id: string
    given_on: string
    given_at: string
    rating: number
    body: string
    call_phone: string | null
    answered_at: string | null
    answered_by: string | null
  }, 'id' | 'call_phone' | 'answered_at' | 'answered_by', never, [
    { foreignKeyName: 'feedback_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'feedback_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  files: Table<{
    id: string
    clinic_id: string
    owner_id: string
    kind: 'avatar' | 'logo' | 'message_attachment' | 'person_file' | 'form_file' | 'dispute_evidence' | 'content_picture' | 'content_video' | 'content_pdf' | 'content_captions' | 'content_page' | 'content_import'
    name: string | null
    size_bytes: number
    received_bytes: number
    sha256: string | null
    media_type: string | null
    width: number | null
    height: number | null
    state: 'uploading' | 'ready'
    attached_at: string | null
    created_at: string
    updated_at: string
    unused_since: string | null
    active_team_of: string[] | null
    team_of: string[] | null
    patient_of: string[] | null
    patient_id: string | null
    is_shared: boolean
    version_ids: string[] | null
    is_published: boolean
  }, 'id' | 'clinic_id' | 'name' | 'received_bytes' | 'sha256' | 'media_type' | 'width' | 'height' | 'state' | 'attached_at' | 'created_at' | 'updated_at' | 'unused_since' | 'active_team_of' | 'team_of' | 'patient_of' | 'patient_id' | 'is_shared' | 'version_ids' | 'is_published', never, [
  ]>
  form_requests: Table<{
    id: string
    clinic_id: string
    patient_id: string
    form_id: string
    form_version: number
    title: string
    fields: unknown
    appointment_id: string | null
    due_at: string | null
    asked_at: string
    asked_by: string | null
    notified_at: string | null
    reminded_at: string | null
    answers: unknown
    version: number
    started_at: string | null
    saved_at: string | null
    signed_at: string | null
    signed_name: string | null
    signed_statement: string | null
    signed_as: 'patient' | 'guardian' | null
    signed_by: string | null
    withdrawn_at: string | null
    withdrawn_by: string | null
  }, 'id' | 'appointment_id' | 'due_at' | 'asked_by' | 'notified_at' | 'reminded_at' | 'answers' | 'version' | 'started_at' | 'saved_at' | 'signed_at' | 'signed_name' | 'signed_statement' | 'signed_as' | 'signed_by' | 'withdrawn_at' | 'withdrawn_by', never, [
    { foreignKeyName: 'form_requests_appointment_fkey'; columns: ['clinic_id', 'appointment_id']; isOneToOne: false; referencedRelation: 'appointments'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'form_requests_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'form_requests_form_fkey'; columns: ['clinic_id', 'form_id']; isOneToOne: false; referencedRelation: 'forms'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'form_requests_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  forms: Table<{
    id: string
    clinic_id: string
    title: string
    fields: unknown
    occasion: 'request' | 'joining' | 'visit'
    visit_types: string[]
    repeats: 'once' | 'yearly' | 'every_visit'
    is_active: boolean
    version: number
    changed_by: string | null
    created_at: string
    updated_at: string
  }, 'id' | 'visit_types' | 'repeats' | 'is_active' | 'version' | 'changed_by', never, [
    { foreignKeyName: 'forms_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  guardian_rules: Table<{
    clinic_id: string
    limited_from: number
    ends_at: number
    invites: boolean
    version: number
    updated_at: string
  }, 'version', never, [
    { foreignKeyName: 'guardian_rules_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: true; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  invitations: Table<{
    id: string
    clinic_id: string
    membership_id: string
    email: string
    name: string | null
    role: 'admin' | 'staff' | 'member' | 'patient'
    invited_by: string | null
    token_hash: string
    expires_at: string
    accepted_at: string | null
    accepted_by: string | null
    revoked_at: string | null
    created_at: string
    for_patient_id: string | null
  }, 'id' | 'name' | 'invited_by' | 'accepted_at' | 'accepted_by' | 'revoked_at' | 'created_at' | 'for_patient_id', never, [
    { foreignKeyName: 'invitations_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'invitations_for_patient_fkey'; columns: ['clinic_id', 'for_patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'invitations_membership_fkey'; columns: ['clinic_id', 'membership_id']; isOneToOne: false; referencedRelation: 'clinic_memberships'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  invoice_lines: Table<{
    id: string
    clinic_id: string
    invoice_id: string
    description: string
    quantity: number
    amount_cents: number
    period_start: string
    period_end: string
    patient_id: string | null
  }, 'patient_id', never, [
    { foreignKeyName: 'invoice_lines_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'invoice_lines_invoice_fkey'; columns: ['clinic_id', 'invoice_id']; isOneToOne: false; referencedRelation: 'invoices'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  invoices: Table<{
    id: string
    clinic_id: string
    stripe_account: string
    patient_id: string
    subscription_id: string | null
    number: string | null
    status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
    currency: string
    total_cents: number
    tax_cents: number
    amount_paid_cents: number
    amount_due_cents: number
    period_start: string
    period_end: string
    issued_at: string
    paid_at: string | null
    next_attempt_at: string | null
    due_at: string | null
    attempt_count: number
    read_no: number
    failure_mailed_at: string | null
    retry_attempt: string | null
    retried_at: string | null
    sale_kind: 'wellness' | 'uninsured' | 'other' | null
    sale_tax_cents: number | null
    replaces: string | null
    write_off_reason: 'uncollectible' | 'agreed' | 'mistake' | null
    written_off_at: string | null
    written_off_cents: number | null
    credit_cents: number
    settles_about: string | null
    pay_url: string | null
  }, 'subscription_id' | 'number' | 'tax_cents' | 'amount_paid_cents' | 'amount_due_cents' | 'paid_at' | 'next_attempt_at' | 'due_at' | 'attempt_count' | 'read_no' | 'failure_mailed_at' | 'retry_attempt' | 'retried_at' | 'sale_kind' | 'sale_tax_cents' | 'replaces' | 'write_off_reason' | 'written_off_at' | 'written_off_cents' | 'credit_cents' | 'settles_about' | 'pay_url', never, [
    { foreignKeyName: 'invoices_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'invoices_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'invoices_subscription_fkey'; columns: ['clinic_id', 'subscription_id']; isOneToOne: false; referencedRelation: 'subscriptions'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  journal: Table<{
    id: number
    clinic_id: string
    key: string
    kind: 'charge' | 'refund' | 'refund_failed' | 'dispute_lost' | 'payment_reversed' | 'commission_owed' | 'commission_forgiven' | 'platform_fee' | 'platform_fee_forgiven' | 'platform_payment' | 'platform_refund' | 'platform_refund_failed' | 'balance_movement' | 'stripe_fee' | 'payout' | 'payout_returned'
    occurred_at: string
    currency: string
    source: string
    posted_at: string
  }, never, 'id', [
    { foreignKeyName: 'journal_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  leads: Table<{
    id: string
    email: string
    created_at: string
  }, 'id' | 'created_at', never, [
  ]>
  lesson_assignments: Table<{
    id: string
    clinic_id: string
    patient_id: string
    item_id: string
    version_id: string
    reason: string
    due_on: string | null
    opens_at: string
    assigned_by: string | null
    assigned_at: string
    notified_at: string | null
    completed_at: string | null
    withdrawn_at: string | null
    enrollment_id: string | null
    session_id: string | null
  }, 'id' | 'reason' | 'due_on' | 'assigned_by' | 'notified_at' | 'completed_at' | 'withdrawn_at' | 'enrollment_id' | 'session_id', never, [
    { foreignKeyName: 'lesson_assignments_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'lesson_assignments_enrollment_fkey'; columns: ['clinic_id', 'enrollment_id']; isOneToOne: false; referencedRelation: 'program_enrollments'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'lesson_assignments_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'lesson_assignments_session_fkey'; columns: ['clinic_id', 'session_id']; isOneToOne: false; referencedRelation: 'program_sessions'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'lesson_assignments_version_fkey'; columns: ['clinic_id', 'item_id', 'version_id']; isOneToOne: false; referencedRelation: 'content_versions'; referencedColumns: ['clinic_id', 'item_id', 'id'] },
  ]>
  membership_activity: Table<{
    clinic_id: string
    membership_id: string
    last_active_at: string
  }, never, never, [
    { foreignKeyName: 'membership_activity_membership_fkey'; columns: ['clinic_id', 'membership_id']; isOneToOne: true; referencedRelation: 'clinic_memberships'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  message_notes: Table<{
    id: string
    clinic_id: string
    patient_id: string
    author_id: string | null
    body: string
    attempt: string
    written_at: string
    removed_at: string | null
  }, 'id' | 'author_id' | 'removed_at', never, [
    { foreignKeyName: 'message_notes_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'message_notes_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  message_settings: Table<{
    clinic_id: string
    reply_within: 'same_day' | 'one_day' | 'two_days' | 'three_days' | 'one_week' | null
    away_text: string | null
    away_from: string | null
    away_until: string | null
    version: number
    updated_at: string
  }, 'reply_within' | 'away_text' | 'away_from' | 'away_until' | 'version', never, [
    { foreignKeyName: 'message_settings_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: true; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  message_threads: Table<{
    clinic_id: string
    patient_id: string
    last_number: number
    last_from: 'patient' | 'clinic' | null
    last_message_at: string
    clinic_read: number
    clinic_read_at: string | null
    clinic_unread: number
    patient_read: number
    patient_read_at: string | null
    patient_unread: number
    assignee_id: string | null
    closed_at: string | null
    closed_by: string | null
  }, 'last_number' | 'last_from' | 'clinic_read' | 'clinic_read_at' | 'clinic_unread' | 'patient_read' | 'patient_read_at' | 'patient_unread' | 'assignee_id' | 'closed_at' | 'closed_by', never, [
    { foreignKeyName: 'message_threads_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'message_threads_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: true; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  messages: Table<{
    id: string
    clinic_id: string
    patient_id: string
    number: number
    from_side: 'patient' | 'clinic'
    author_id: string | null
    author_name: string
    body: string
    attempt: string
    sent_at: string
  }, 'id' | 'author_id', never, [
    { foreignKeyName: 'messages_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'messages_thread_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'message_threads'; referencedColumns: ['clinic_id', 'patient_id'] },
  ]>
  notice_preferences: Table<{
    clinic_id: string
    user_id: string
    patient_messages: 'none' | 'in_app' | 'email'
    appointment_updates: 'none' | 'in_app' | 'email'
    system_alerts: 'none' | 'in_app' | 'email'
    task_assignments: 'none' | 'in_app' | 'email'
    daily_summary: 'none' | 'in_app' | 'email'
    important_alerts: 'none' | 'in_app' | 'email'
    version: number
    updated_at: string
  }, 'patient_messages' | 'appointment_updates' | 'system_alerts' | 'task_assignments' | 'daily_summary' | 'important_alerts' | 'version', never, [
    { foreignKeyName: 'notice_preferences_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  patient_cards: Table<{
    id: string
    clinic_id: string
    patient_id: string
    stripe_method: string
    brand: string
    last4: string
    exp_month: number | null
    exp_year: number | null
    is_default: boolean
    added_at: string
  }, 'id' | 'exp_month' | 'exp_year' | 'is_default' | 'added_at', never, [
    { foreignKeyName: 'patient_cards_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'patient_cards_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  patient_customers: Table<{
    clinic_id: string
    patient_id: string
    stripe_account: string
    stripe_customer: string
    card_brand: string | null
    card_last4: string | null
    card_exp_month: number | null
    card_exp_year: number | null
    read_no: number
    created_at: string
    gone_at: string | null
    card_method: string | null
    chosen_method: string | null
    chosen_at: string | null
    credit_cents: number
    unused_credit_cents: number
    credit_changes: number
  }, 'card_brand' | 'card_last4' | 'card_exp_month' | 'card_exp_year' | 'read_no' | 'created_at' | 'gone_at' | 'card_method' | 'chosen_method' | 'chosen_at' | 'credit_cents' | 'unused_credit_cents' | 'credit_changes', never, [
    { foreignKeyName: 'patient_customers_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'patient_customers_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: true; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  patient_details: Table<{
    clinic_id: string
    patient_id: string
    phone: string | null
    date_of_birth: string | null
    address: string | null
    city: string | null
    state: string | null
    zip_code: string | null
    version: number
    updated_at: string
  }, 'phone' | 'date_of_birth' | 'address' | 'city' | 'state' | 'zip_code' | 'version', never, [
    { foreignKeyName: 'patient_details_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'patient_details_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: true; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  patient_files: Table<{
    file_id: string
    clinic_id: string
    patient_id: string
    kind: 'message_attachment' | 'person_file' | 'form_file' | 'dispute_evidence'
    name: string
    media_type: string | null
    size_bytes: number
    uploaded_by: string
    attached_at: string | null
    created_at: string
    shared_at: string | null
    message_id: string | null
    form_request_id: string | null
    form_field_id: string | null
    dispute_id: string | null
    evidence_of: string | null
  }, 'media_type' | 'attached_at' | 'created_at' | 'shared_at' | 'message_id' | 'form_request_id' | 'form_field_id' | 'dispute_id' | 'evidence_of', never, [
    { foreignKeyName: 'patient_files_dispute_fkey'; columns: ['clinic_id', 'dispute_id']; isOneToOne: false; referencedRelation: 'disputes'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'patient_files_file_fkey'; columns: ['clinic_id', 'file_id']; isOneToOne: true; referencedRelation: 'files'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'patient_files_form_request_fkey'; columns: ['clinic_id', 'form_request_id']; isOneToOne: false; referencedRelation: 'form_requests'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'patient_files_message_fkey'; columns: ['clinic_id', 'message_id']; isOneToOne: false; referencedRelation: 'messages'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'patient_files_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  patient_guardians: Table<{
    id: string
    clinic_id: string
    patient_id: string
    email: string
    full_name: string
    user_id: string | null
    access: 'full' | 'limited'
    until_on: string | null
    agreed_by: string
    added_by: string | null
    created_at: string
    expires_at: string
    accepted_at: string | null
    end_asked_at: string | null
    limited_at: string | null
    ended_at: string | null
    ended_by: string | null
    ended_because: 'team' | 'guardian' | 'age' | 'date' | null
  }, 'id' | 'user_id' | 'until_on' | 'added_by' | 'accepted_at' | 'end_asked_at' | 'limited_at' | 'ended_at' | 'ended_by' | 'ended_because', never, [
    { foreignKeyName: 'patient_guardians_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'patient_guardians_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  patient_health: Table<{
    clinic_id: string
    patient_id: string
    emergency_contact: string | null
    emergency_phone: string | null
    allergies: string | null
    medications: string | null
    medical_conditions: string | null
    version: number
    updated_at: string
  }, 'emergency_contact' | 'emergency_phone' | 'allergies' | 'medications' | 'medical_conditions' | 'version', never, [
    { foreignKeyName: 'patient_health_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'patient_health_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: true; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  patients: Table<{
    id: string
    clinic_id: string
    user_id: string | null
    full_name: string
    email: string | null
    created_at: string
    updated_at: string
    merged_into: string | null
  }, 'id' | 'user_id' | 'email' | 'created_at' | 'updated_at' | 'merged_into', never, [
    { foreignKeyName: 'patients_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'patients_merged_into_fkey'; columns: ['clinic_id', 'merged_into']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  payments: Table<{
    id: string
    clinic_id: string
    stripe_account: string
    invoice_id: string
    patient_id: string
    status: 'pending' | 'succeeded' | 'failed'
    amount_cents: number
    refunded_cents: number
    currency: string
    failure_code: string | null
    card_brand: string | null
    card_last4: string | null
    charged_at: string
    method: 'card' | 'cash' | 'check' | 'transfer'
    reference: string | null
    audited_at: string | null
    read_no: number
  }, 'refunded_cents' | 'failure_code' | 'card_brand' | 'card_last4' | 'method' | 'reference' | 'audited_at' | 'read_no', never, [
    { foreignKeyName: 'payments_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'payments_invoice_fkey'; columns: ['clinic_id', 'invoice_id']; isOneToOne: false; referencedRelation: 'invoices'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'payments_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  payout_accounts: Table<{
    clinic_id: string
    stripe_account: string
    details_submitted: boolean
    charges_enabled: boolean
    payouts_enabled: boolean
    requirements_due: string[]
    requirements_past_due: string[]
    disabled_reason: string | null
    disconnected_at: string | null
    state: 'disconnected' | 'created' | 'payouts_enabled' | 'charges_enabled' | 'restricted' | 'details_submitted'
    read_no: number
    swept_until: string | null
    created_at: string
    updated_at: string
    bank_debits: boolean
    bank_debit_capability: 'active' | 'pending' | 'inactive' | null
    merchant_code: string | null
  }, 'details_submitted' | 'charges_enabled' | 'payouts_enabled' | 'requirements_due' | 'requirements_past_due' | 'disabled_reason' | 'disconnected_at' | 'read_no' | 'swept_until' | 'created_at' | 'updated_at' | 'bank_debits' | 'bank_debit_capability' | 'merchant_code', 'state', [
    { foreignKeyName: 'payout_accounts_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: true; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  payouts: Table<{
    id: string
    clinic_id: string
    status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
    amount_cents: number
    currency: string
    is_automatic: boolean
    sent_at: string
    arrives_on: string
    statement_text: string | null
    failure_code: string | null
    is_itemized: boolean
    payments_count: number
    read_no: number
  }, 'statement_text' | 'failure_code' | 'is_itemized' | 'payments_count' | 'read_no', never, [
    { foreignKeyName: 'payouts_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  person_notes: Table<{
    id: string
    clinic_id: string
    patient_id: string
    author_id: string | null
    body: string
    version: number
    created_at: string
    updated_at: string
    removed_at: string | null
  }, 'id' | 'author_id' | 'version' | 'removed_at', never, [
    { foreignKeyName: 'person_notes_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'person_notes_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  plan_agreements: Table<{
    id: string
    clinic_id: string
    patient_id: string
    plan_id: string
    version_id: string
    wording_version: string
    wording: string
    signed_name: string
    signed_at: string
    attempt: string
    actor_id: string | null
    request_id: string | null
  }, 'id' | 'actor_id' | 'request_id', never, [
    { foreignKeyName: 'plan_agreements_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'plan_agreements_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'plan_agreements_version_fkey'; columns: ['clinic_id', 'plan_id', 'version_id']; isOneToOne: false; referencedRelation: 'plan_versions'; referencedColumns: ['clinic_id', 'plan_id', 'id'] },
  ]>
  plan_prices: Table<{
    id: string
    clinic_id: string
    plan_id: string
    role: 'adult' | 'child' | 'household' | 'enrolment'
    interval: 'month' | 'year'
    amount_cents: number
    currency: string
    stripe_price: string | null
    is_active: boolean
    created_at: string
    version_id: string | null
    is_published: boolean
  }, 'id' | 'role' | 'stripe_price' | 'is_active' | 'created_at' | 'version_id' | 'is_published', never, [
    { foreignKeyName: 'plan_prices_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'plan_prices_plan_fkey'; columns: ['clinic_id', 'plan_id']; isOneToOne: false; referencedRelation: 'plans'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'plan_prices_version_fkey'; columns: ['clinic_id', 'plan_id', 'version_id']; isOneToOne: false; referencedRelation: 'plan_versions'; referencedColumns: ['clinic_id', 'plan_id', 'id'] },
  ]>
  plan_versions: Table<{
    id: string
    clinic_id: string
    plan_id: string
    number: number
    name: string
    description: string
    includes: string[]
    published_at: string
    superseded_at: string | null
    excludes: string[]
    child_age_limit: number
    trial_days: number
    max_pause_months: number
    leaving_refund: 'unused' | 'none'
    is_published: boolean
  }, 'id' | 'description' | 'includes' | 'superseded_at' | 'excludes' | 'child_age_limit' | 'trial_days' | 'max_pause_months' | 'leaving_refund' | 'is_published', never, [
    { foreignKeyName: 'plan_versions_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'plan_versions_plan_fkey'; columns: ['clinic_id', 'plan_id']; isOneToOne: false; referencedRelation: 'plans'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  plans: Table<{
    id: string
    clinic_id: string
    kind: 'wellness' | 'uninsured'
    name: string
    description: string
    includes: string[]
    status: 'draft' | 'published' | 'closed' | 'archived'
    stripe_product: string | null
    published_at: string | null
    closed_at: string | null
    created_at: string
    updated_at: string
    excludes: string[]
    child_age_limit: number
    trial_days: number
    archived_at: string | null
    max_pause_months: number
    leaving_refund: 'unused' | 'none'
  }, 'id' | 'description' | 'includes' | 'status' | 'stripe_product' | 'published_at' | 'closed_at' | 'created_at' | 'updated_at' | 'excludes' | 'child_age_limit' | 'trial_days' | 'archived_at' | 'max_pause_months' | 'leaving_refund', never, [
    { foreignKeyName: 'plans_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  postings: Table<{
    clinic_id: string
    journal_id: number
    account: string
    amount_cents: number
  }, never, never, [
    { foreignKeyName: 'postings_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'postings_journal_fkey'; columns: ['clinic_id', 'journal_id']; isOneToOne: false; referencedRelation: 'journal'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  prepared_plans: Table<{
    clinic_id: string
    patient_id: string
    plan_id: string
    price_id: string
    paid_until: string | null
    created_at: string
  }, 'paid_until', never, [
    { foreignKeyName: 'prepared_plans_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'prepared_plans_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: true; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'prepared_plans_plan_fkey'; columns: ['clinic_id', 'plan_id']; isOneToOne: false; referencedRelation: 'plans'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'prepared_plans_price_fkey'; columns: ['clinic_id', 'price_id']; isOneToOne: false; referencedRelation: 'plan_prices'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  profiles: Table<{
    user_id: string
    username: string | null
    website: string | null
    description: string | null
    bio: string | null
    version: number
    updated_at: string
    team_of: string[]
  }, 'username' | 'website' | 'description' | 'bio' | 'version' | 'team_of', never, [
  ]>
  program_enrollments: Table<{
    id: string
    clinic_id: string
    program_id: string
    patient_id: string
    source: 'team' | 'plan'
    starts_on: string
    interval_days: number
    enrolled_by: string | null
    enrolled_at: string
    ended_at: string | null
  }, 'id' | 'enrolled_by' | 'ended_at', never, [
    { foreignKeyName: 'program_enrollments_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'program_enrollments_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'program_enrollments_program_fkey'; columns: ['clinic_id', 'program_id']; isOneToOne: false; referencedRelation: 'programs'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  program_plans: Table<{
    id: string
    clinic_id: string
    program_id: string
    plan_id: string
  }, 'id', never, [
    { foreignKeyName: 'program_plans_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'program_plans_plan_fkey'; columns: ['clinic_id', 'plan_id']; isOneToOne: false; referencedRelation: 'plans'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'program_plans_program_fkey'; columns: ['clinic_id', 'program_id']; isOneToOne: false; referencedRelation: 'programs'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  program_sessions: Table<{
    id: string
    clinic_id: string
    program_id: string
    position: number
    title: string
    description: string
    item_id: string | null
    slides_item_id: string | null
    removed_at: string | null
  }, 'id' | 'description' | 'item_id' | 'slides_item_id' | 'removed_at', never, [
    { foreignKeyName: 'program_sessions_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'program_sessions_item_fkey'; columns: ['clinic_id', 'item_id']; isOneToOne: false; referencedRelation: 'content_items'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'program_sessions_program_fkey'; columns: ['clinic_id', 'program_id']; isOneToOne: false; referencedRelation: 'programs'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'program_sessions_slides_fkey'; columns: ['clinic_id', 'slides_item_id']; isOneToOne: false; referencedRelation: 'content_items'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  programs: Table<{
    id: string
    clinic_id: string
    title: string
    description: string
    category: string
    emoji: string
    start: 'rolling' | 'fixed'
    starts_on: string | null
    interval_days: number
    is_unchecked_example: boolean
    example_key: string | null
    author_id: string | null
    changed_by: string | null
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
  }, 'id' | 'description' | 'starts_on' | 'is_unchecked_example' | 'example_key' | 'author_id' | 'changed_by' | 'version' | 'deleted_at', never, [
    { foreignKeyName: 'programs_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  provider_hours: Table<{
    id: string
    clinic_id: string
    provider_id: string
    day: number
    opens: string
    closes: string
    valid_from: string
    valid_until: string | null
  }, 'id' | 'valid_until', never, [
    { foreignKeyName: 'provider_hours_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'provider_hours_provider_fkey'; columns: ['clinic_id', 'provider_id']; isOneToOne: false; referencedRelation: 'providers'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  providers: Table<{
    id: string
    clinic_id: string
    user_id: string | null
    name: string
    title: string
    types: string[]
    takes_appointments: boolean
    is_on_team: boolean
    is_active: boolean
    version: number
    created_at: string
    updated_at: string
    is_public: boolean
  }, 'id' | 'user_id' | 'title' | 'types' | 'takes_appointments' | 'is_on_team' | 'version' | 'created_at' | 'updated_at' | 'is_public', 'is_active', [
    { foreignKeyName: 'providers_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  receipt_details: Table<{
    clinic_id: string
    legal_name: string
    address: string | null
    tax_id: string | null
    npi: string | null
    numbers_by_year: boolean
    version: number
    updated_at: string
  }, 'address' | 'tax_id' | 'npi' | 'numbers_by_year' | 'version' | 'updated_at', never, [
    { foreignKeyName: 'receipt_details_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: true; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  receipts: Table<{
    id: string
    clinic_id: string
    number: number
    series_year: number | null
    label: string
    payment_id: string
    invoice_id: string
    patient_id: string
    issued_at: string
    clinic_name: string
    clinic_color: string
    clinic_phone: string | null
    clinic_website: string | null
    time_zone: string
    patient_name: string
    patient_email: string | null
    plan_name: string | null
    period_start: string
    period_end: string
    invoice_number: string | null
    currency: string
    amount_cents: number
    tax_cents: number
    paid_at: string
    card_brand: string | null
    card_last4: string | null
    clinic_legal_name: string | null
    clinic_address: string | null
    clinic_tax_id: string | null
    clinic_npi: string | null
    covered_names: string | null
    tax_name: string | null
    tax_rate_ppm: number | null
    method: string
    reference: string | null
  }, 'id' | 'series_year' | 'clinic_phone' | 'clinic_website' | 'patient_email' | 'plan_name' | 'invoice_number' | 'card_brand' | 'card_last4' | 'clinic_legal_name' | 'clinic_address' | 'clinic_tax_id' | 'clinic_npi' | 'covered_names' | 'tax_name' | 'tax_rate_ppm' | 'method' | 'reference', 'label', [
    { foreignKeyName: 'receipts_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'receipts_invoice_fkey'; columns: ['clinic_id', 'invoice_id']; isOneToOne: false; referencedRelation: 'invoices'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'receipts_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'receipts_payment_fkey'; columns: ['clinic_id', 'payment_id']; isOneToOne: true; referencedRelation: 'payments'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  refunds: Table<{
    id: string
    clinic_id: string
    payment_id: string
    patient_id: string
    status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
    amount_cents: number
    currency: string
    refunded_at: string
    reason: 'requested' | 'not_provided' | 'duplicate' | 'mistake' | 'goodwill' | null
    read_no: number
  }, 'reason' | 'read_no', never, [
    { foreignKeyName: 'refunds_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'refunds_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'refunds_payment_fkey'; columns: ['clinic_id', 'payment_id']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  released_subdomains: Table<{
    subdomain: string
    clinic_id: string
    released_at: string
  }, never, never, [
    { foreignKeyName: 'released_subdomains_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  rooms: Table<{
    id: string
    clinic_id: string
    name: string
    is_active: boolean
    created_at: string
    version: number
    updated_at: string
  }, 'id' | 'is_active' | 'created_at' | 'version' | 'updated_at', never, [
    { foreignKeyName: 'rooms_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  schedule_exceptions: Table<{
    id: string
    clinic_id: string
    provider_id: string | null
    kind: 'off' | 'extra'
    title: string
    starts_on: string
    ends_on: string
    opens: string | null
    closes: string | null
    created_by: string | null
    created_at: string
  }, 'id' | 'provider_id' | 'title' | 'opens' | 'closes' | 'created_by' | 'created_at', never, [
    { foreignKeyName: 'schedule_exceptions_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'schedule_exceptions_provider_fkey'; columns: ['clinic_id', 'provider_id']; isOneToOne: false; referencedRelation: 'providers'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  scheduling_settings: Table<{
    clinic_id: string
    calendar_names: boolean
    version: number
    updated_at: string
    visit_address: string
    directions: string
  }, 'calendar_names' | 'version' | 'visit_address' | 'directions', never, [
    { foreignKeyName: 'scheduling_settings_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: true; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  sso_providers: Table<{
    id: string
    clinic_id: string
    name: string
    entity_id: string
    sso_url: string
    certificates: string[]
    domains: string[]
    email_attribute: string | null
    name_attribute: string | null
    joins_anyone: boolean
    disabled_at: string | null
    removed_at: string | null
    created_at: string
    updated_at: string
  }, 'id' | 'email_attribute' | 'name_attribute' | 'joins_anyone' | 'disabled_at' | 'removed_at' | 'created_at' | 'updated_at', never, [
    { foreignKeyName: 'sso_providers_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  statement_lines: Table<{
    journal_id: number
    clinic_id: string
    statement_id: string
    amount_cents: number
  }, never, never, [
    { foreignKeyName: 'statement_lines_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'statement_lines_journal_fkey'; columns: ['clinic_id', 'journal_id']; isOneToOne: true; referencedRelation: 'journal'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'statement_lines_statement_fkey'; columns: ['clinic_id', 'statement_id']; isOneToOne: false; referencedRelation: 'statements'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  statements: Table<{
    id: string
    clinic_id: string
    month: string
    time_zone: string
    currency: string
    policy: 'partnership' | 'tier' | 'flat_month' | 'flat_member'
    rate_bps: number
    starts_at: string
    ends_at: string
    gross_cents: number
    refunds_cents: number
    carried_in_cents: number
    net_cents: number
    commission_cents: number
    carried_out_cents: number
    status: 'closed' | 'nothing_owed'
    closed_at: string
    fee_cents: number | null
    members: number | null
  }, 'id' | 'fee_cents' | 'members', never, [
    { foreignKeyName: 'statements_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  subscription_changes: Table<{
    id: string
    clinic_id: string
    subscription_id: string
    kind: 'household' | 'plan' | 'pause' | 'resume' | 'leave' | 'price'
    state: 'pending' | 'scheduled' | 'done' | 'refused' | 'undone'
    attempt: string
    quoted_cents: number
    quoted_at: string
    effective_at: string
    version_id: string | null
    details: unknown
    created_at: string
    decided_at: string | null
  }, 'id' | 'version_id' | 'details' | 'decided_at', never, [
    { foreignKeyName: 'subscription_changes_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'subscription_changes_subscription_fkey'; columns: ['clinic_id', 'subscription_id']; isOneToOne: false; referencedRelation: 'subscriptions'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'subscription_changes_version_fkey'; columns: ['clinic_id', 'version_id']; isOneToOne: false; referencedRelation: 'plan_versions'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  subscription_items: Table<{
    id: string
    clinic_id: string
    subscription_id: string
    price_id: string
    stripe_item: string
    role: 'adult' | 'child' | 'household'
    quantity: number
    unit_cents: number
  }, 'id', never, [
    { foreignKeyName: 'subscription_items_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'subscription_items_price_fkey'; columns: ['clinic_id', 'price_id']; isOneToOne: false; referencedRelation: 'plan_prices'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'subscription_items_subscription_fkey'; columns: ['clinic_id', 'subscription_id']; isOneToOne: false; referencedRelation: 'subscriptions'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  subscription_members: Table<{
    id: string
    clinic_id: string
    subscription_id: string
    patient_id: string
    role: 'adult' | 'child' | 'household'
    from_on: string
    until_on: string | null
    born_on: string | null
    named: string | null
  }, 'id' | 'role' | 'until_on' | 'born_on' | 'named', never, [
    { foreignKeyName: 'subscription_members_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'subscription_members_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'subscription_members_subscription_fkey'; columns: ['clinic_id', 'subscription_id']; isOneToOne: false; referencedRelation: 'subscriptions'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  subscriptions: Table<{
    id: string
    clinic_id: string
    owner_patient_id: string
    plan_id: string
    price_id: string
    stripe_account: string
    stripe_subscription: string
    status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled' | 'paused'
    started_at: string
    current_period_start: string
    current_period_end: string
    cancel_at_period_end: boolean
    pending_cancel: boolean | null
    ended_at: string | null
    read_no: number
    created_at: string
    updated_at: string
    version_id: string
    coupon_id: string | null
    tax_name: string | null
    tax_rate_ppm: number | null
    tax_is_inclusive: boolean | null
    cancel_at: string | null
    pending_since: string | null
    pending_end: string | null
    moves_from: string | null
    days_until_due: number | null
  }, 'id' | 'cancel_at_period_end' | 'pending_cancel' | 'ended_at' | 'read_no' | 'created_at' | 'updated_at' | 'coupon_id' | 'tax_name' | 'tax_rate_ppm' | 'tax_is_inclusive' | 'cancel_at' | 'pending_since' | 'pending_end' | 'moves_from' | 'days_until_due', never, [
    { foreignKeyName: 'subscriptions_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'subscriptions_coupon_fkey'; columns: ['clinic_id', 'coupon_id']; isOneToOne: false; referencedRelation: 'coupons'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'subscriptions_owner_fkey'; columns: ['clinic_id', 'owner_patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'subscriptions_plan_fkey'; columns: ['clinic_id', 'plan_id']; isOneToOne: false; referencedRelation: 'plans'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'subscriptions_price_fkey'; columns: ['clinic_id', 'version_id', 'price_id']; isOneToOne: false; referencedRelation: 'plan_prices'; referencedColumns: ['clinic_id', 'version_id', 'id'] },
    { foreignKeyName: 'subscriptions_version_fkey'; columns: ['clinic_id', 'plan_id', 'version_id']; isOneToOne: false; referencedRelation: 'plan_versions'; referencedColumns: ['clinic_id', 'plan_id', 'id'] },
  ]>
  tasks: Table<{
    id: string
    clinic_id: string
    title: string
    patient_id: string | null
    assignee_id: string | null
    due_on: string | null
    done_at: string | null
    done_by: string | null
    created_by: string | null
    version: number
    created_at: string
    updated_at: string
  }, 'id' | 'patient_id' | 'assignee_id' | 'due_on' | 'done_at' | 'done_by' | 'created_by' | 'version', never, [
    { foreignKeyName: 'tasks_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'tasks_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  tier_subscriptions: Table<{
    id: string
    clinic_id: string
    started_at: string
    ended_at: string | null
    read_no: number
  }, 'ended_at' | 'read_no', never, [
    { foreignKeyName: 'tier_subscriptions_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  unassigned_charges: Table<{
    id: string
    clinic_id: string
    stripe_account: string
    stripe_customer: string | null
    amount_cents: number
    currency: string
    charged_at: string
    payer_name: string | null
    payer_email: string | null
    card_brand: string | null
    card_last4: string | null
    found_at: string
    patient_id: string | null
    settled_at: string | null
  }, 'stripe_customer' | 'payer_name' | 'payer_email' | 'card_brand' | 'card_last4' | 'patient_id' | 'settled_at', never, [
    { foreignKeyName: 'unassigned_charges_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'unassigned_charges_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  user_notices: Table<{
    id: string
    clinic_id: string
    user_id: string
    event: 'patient_messages' | 'appointment_updates' | 'system_alerts' | 'task_assignments' | 'daily_summary' | 'important_alerts'
    kind: 'message_received' | 'appointment_booked' | 'appointment_requested' | 'appointment_moved' | 'appointment_handed_over' | 'appointment_canceled' | 'patient_joined' | 'invitation_accepted' | 'plan_canceled' | 'plan_ended' | 'plan_change_waits' | 'charged_after_end' | 'payment_waived' | 'task_assigned' | 'daily_summary' | 'payment_failed' | 'refund_refused' | 'refund_failed' | 'dispute_opened' | 'dispute_lost' | 'dispute_won' | 'payouts_blocked' | 'payout_failed' | 'commission_failed' | 'security_changed' | 'records_merged' | 'records_parted' | 'sso_domain_missing' | 'sso_domain_lost' | 'webhook_off' | 'calendar_disconnected'
    key: string
    patient_id: string | null
    subject_id: string | null
    figures: unknown
    channel: 'in_app' | 'email' | 'none'
    noticed_at: string
    read_at: string | null
    mailed_at: string | null
  }, 'id' | 'patient_id' | 'subject_id' | 'figures' | 'read_at' | 'mailed_at', never, [
    { foreignKeyName: 'user_notices_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'user_notices_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  value_receipt_settings: Table<{
    clinic_id: string
    audience: 'nobody' | 'everybody'
    prices: unknown
    started_at: string | null
    version: number
    updated_at: string
  }, 'started_at', never, [
    { foreignKeyName: 'value_receipt_settings_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: true; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
  value_receipts: Table<{
    id: string
    clinic_id: string
    patient_id: string
    subscription_id: string
    span: 'month' | 'year'
    starts_at: string
    ends_at: string
    first_on: string
    last_on: string
    plan_name: string
    currency: string
    lines: unknown
    value_cents: number
    paid_cents: number
    people: number
    is_shown: boolean
    made_at: string
    opened_at: string | null
  }, 'id' | 'opened_at', never, [
    { foreignKeyName: 'value_receipts_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'value_receipts_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'value_receipts_subscription_fkey'; columns: ['clinic_id', 'subscription_id']; isOneToOne: false; referencedRelation: 'subscriptions'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  visit_fees: Table<{
    id: string
    clinic_id: string
    patient_id: string
    appointment_id: string
    type: string
    type_version: number
    late_cancel_cents: number | null
    no_show_cents: number | null
    currency: string
    cancel_window_hours: number
    terms: string
    accepted_at: string
    accepted_by: string | null
    late_at: string | null
    reason: 'late_cancel' | 'no_show' | null
    is_taxed: boolean
    claimed_at: string | null
    invoice_id: string | null
    charged_at: string | null
    charged_by: string | null
    waived_at: string | null
    waived_by: string | null
  }, 'id' | 'late_cancel_cents' | 'no_show_cents' | 'accepted_by' | 'late_at' | 'reason' | 'is_taxed' | 'claimed_at' | 'invoice_id' | 'charged_at' | 'charged_by' | 'waived_at' | 'waived_by', never, [
    { foreignKeyName: 'visit_fees_appointment_fkey'; columns: ['clinic_id', 'appointment_id']; isOneToOne: true; referencedRelation: 'appointments'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'visit_fees_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'visit_fees_invoice_fkey'; columns: ['clinic_id', 'invoice_id']; isOneToOne: false; referencedRelation: 'invoices'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'visit_fees_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  visit_lessons: Table<{
    id: string
    clinic_id: string
    appointment_id: string
    patient_id: string
    item_id: string
    version_id: string
    slide: number
    started_at: string | null
    ended_at: string | null
    answers: unknown | null
    planned_by: string | null
    shown_by: string | null
    created_at: string
    updated_at: string
  }, 'id' | 'slide' | 'started_at' | 'ended_at' | 'answers' | 'planned_by' | 'shown_by', never, [
    { foreignKeyName: 'visit_lessons_appointment_fkey'; columns: ['clinic_id', 'appointment_id']; isOneToOne: true; referencedRelation: 'appointments'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'visit_lessons_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'visit_lessons_item_fkey'; columns: ['clinic_id', 'item_id']; isOneToOne: false; referencedRelation: 'content_items'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'visit_lessons_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'visit_lessons_version_fkey'; columns: ['clinic_id', 'version_id']; isOneToOne: false; referencedRelation: 'content_versions'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  waitlist_entries: Table<{
    id: string
    clinic_id: string
    patient_id: string
    type: string
    provider_id: string | null
    appointment_id: string | null
    days: number[]
    opens: string | null
    closes: string | null
    until: string
    status: 'waiting' | 'booked' | 'left' | 'ended'
    created_at: string
    updated_at: string
  }, 'id' | 'provider_id' | 'appointment_id' | 'days' | 'opens' | 'closes' | 'status' | 'created_at' | 'updated_at', never, [
    { foreignKeyName: 'waitlist_entries_appointment_fkey'; columns: ['clinic_id', 'appointment_id']; isOneToOne: false; referencedRelation: 'appointments'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'waitlist_entries_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'waitlist_entries_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'waitlist_entries_provider_fkey'; columns: ['clinic_id', 'provider_id']; isOneToOne: false; referencedRelation: 'providers'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'waitlist_entries_type_fkey'; columns: ['clinic_id', 'type']; isOneToOne: false; referencedRelation: 'appointment_types'; referencedColumns: ['clinic_id', 'key'] },
  ]>
  waitlist_offers: Table<{
    id: string
    clinic_id: string
    patient_id: string
    entry_id: string
    opening_id: string
    provider_id: string
    type: string
    starts_at: string
    time_zone: string
    duration_minutes: number
    before_minutes: number
    after_minutes: number
    status: 'open' | 'accepted' | 'declined' | 'expired'
    offered_at: string
    expires_at: string
    held_until: string
    answered_at: string | null
  }, 'id' | 'status' | 'answered_at', never, [
    { foreignKeyName: 'waitlist_offers_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'waitlist_offers_entry_fkey'; columns: ['clinic_id', 'entry_id']; isOneToOne: false; referencedRelation: 'waitlist_entries'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'waitlist_offers_patient_fkey'; columns: ['clinic_id', 'patient_id']; isOneToOne: false; referencedRelation: 'patients'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'waitlist_offers_provider_fkey'; columns: ['clinic_id', 'provider_id']; isOneToOne: false; referencedRelation: 'providers'; referencedColumns: ['clinic_id', 'id'] },
    { foreignKeyName: 'waitlist_offers_type_fkey'; columns: ['clinic_id', 'type']; isOneToOne: false; referencedRelation: 'appointment_types'; referencedColumns: ['clinic_id', 'key'] },
  ]>
  webhook_deliveries: Table<{
    id: string
    clinic_id: string
    endpoint_id: string
    event_id: string
    kind: string
    data: unknown
    occurred_at: string
    created_at: string
    status: 'waiting' | 'delivered' | 'failed'
    attempts: number
    next_attempt_at: string | null
    attempted_at: string | null
    response_code: number | null
    failure: 'unreachable' | 'timeout' | 'refused_address' | 'redirect' | 'response' | null
    duration_ms: number | null
  }, 'id' | 'status' | 'attempts' | 'next_attempt_at' | 'attempted_at' | 'response_code' | 'failure' | 'duration_ms', never, [
    { foreignKeyName: 'webhook_deliveries_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
    { foreignKeyName: 'webhook_deliveries_endpoint_fkey'; columns: ['clinic_id', 'endpoint_id']; isOneToOne: false; referencedRelation: 'webhook_endpoints'; referencedColumns: ['clinic_id', 'id'] },
  ]>
  webhook_endpoints: Table<{
    id: string
    clinic_id: string
    url: string
    topics: string[]
    secret: string
    former_secret: string | null
    former_until: string | null
    is_enabled: boolean
    off_reason: 'paused' | 'failing' | 'gone' | 'secret_lost' | null
    failing_since: string | null
    reads_from: string
    created_at: string
  }, 'id' | 'former_secret' | 'former_until' | 'is_enabled' | 'off_reason' | 'failing_since' | 'reads_from', never, [
    { foreignKeyName: 'webhook_endpoints_clinic_id_fkey'; columns: ['clinic_id']; isOneToOne: false; referencedRelation: 'clinics'; referencedColumns: ['id'] },
  ]>
}
