-- A rotation of CLAIM_KEY_SECRET wraps every key of names again (ADR 0124). The key itself stays.
grant update (wrapped) on name_key to service_app;
