-- The page of a case reads its newest decision. The unique index leaves out decisions that set another aside.
create index decision_of_case on decision (case_id);
