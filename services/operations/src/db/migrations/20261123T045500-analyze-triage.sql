-- The index by opening day has an expression: without its statistics the planner reads all open cases.
analyze triage_case;
