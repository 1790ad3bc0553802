-- A rotation of SUBJECT_KEY_SECRET wraps every data key again (ADR 0124). The key itself stays.
grant update (wrapped) on data_key to service_app;
