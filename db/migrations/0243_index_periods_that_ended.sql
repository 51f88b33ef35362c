-- one by one
-- 0243_index_periods_that_ended.sql: what metrics ask every few seconds, whether a running plan is without a next period. Made
-- beside whoever reads and writes, as in 0204.
drop index concurrently if exists public.subscriptions_period_end_idx;
create index concurrently subscriptions_period_end_idx on public.subscriptions (current_period_end)
  where status in ('trialing', 'active');
