-- When a case was opened, and when the next one can be opened after it. Null for cases announced before.
alter table case_projection add column opened_at timestamptz, add column next_case_at timestamptz;
