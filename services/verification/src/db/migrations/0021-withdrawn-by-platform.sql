-- The provider reads that the platform withdrew a case, not they (docs/domain/case.md 27).
alter type timeline_type add value 'case_withdrawn_by_platform' after 'case_withdrawn';

-- Only the operator who opened a review withdraws it (docs/domain/case.md 28).
alter table verification_case add column opened_by uuid check (opened_by is null or kind = 'review');
